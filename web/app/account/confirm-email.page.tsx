import type { EmailConfirmed } from "@furoshiki/api/account";
import { data, useFetcher } from "react-router";
import { visitOf } from "../lib/api.ts";
import { done, orOffline, refused, textOf, type FormAnswer } from "../lib/form-answer.ts";
import { Link } from "../lib/link.tsx";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { LetterDone, LetterPage } from "./letter-page.tsx";
import { LinkError } from "./link-error.tsx";
import type { Route } from "./+types/confirm-email.page";

const GONE = 410;

/** Opening the link changes nothing: programs that look through letters open it too. The button does. */
export function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return data({ token }, token === "" ? GONE : 200);
}

export async function action({ request, context }: Route.ActionArgs): Promise<FormAnswer> {
  const visit = visitOf({ context });
  const token = textOf(await request.formData(), "token");
  try {
    const { message } = await visit.callWithMessage<EmailConfirmed>("/v1/confirm-email", {
      method: "POST",
      body: { token },
    });
    return done(message ?? null);
  } catch (error) {
    return refused(error);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known
    ? describePage(known, location, { title: textsOf(known.locale)("auth.confirm_title"), noindex: true })
    : [];
};

export default function ConfirmEmailPage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const { t, to } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const answer = fetcher.data ?? actionData;
  if (answer?.ok)
    return (
      <LetterDone title={t("auth.confirm_done")} message={answer.message ?? ""}>
        <Link to="/" className={buttonClass({ size: "lg", full: true })}>
          {t("error.to_home")}
        </Link>
      </LetterDone>
    );
  const isOffline = answer?.code === "offline";
  if (token === "" || (answer && !isOffline))
    return (
      <LinkError
        message={answer?.code === "email_link_used" || !answer ? t("auth.confirm_dead") : (answer.message ?? "")}
        again={{ to: "/profile/security", text: t("profile.security") }}
      />
    );
  return (
    <LetterPage title={t("auth.confirm_title")} text={t("auth.confirm_text")}>
      {isOffline ? (
        <Note kind="error" className="mt-5">
          {answer?.message}
        </Note>
      ) : null}
      <fetcher.Form method="post" action={to("/confirm-email")} className="mt-6">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" size="lg" full busy={fetcher.state !== "idle"}>
          {t("auth.confirm")}
        </Button>
      </fetcher.Form>
    </LetterPage>
  );
}
