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
import type { Route } from "./+types/unsubscribe.page";

const GONE = 410;

/** Opening the link changes nothing: programs that look through letters open it too. */
export function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return data({ token }, token === "" ? GONE : 200);
}

/** The button of the page, or a mail program's own (List-Unsubscribe-Post), which names the token in the address alone. */
export async function action({ request, context }: Route.ActionArgs): Promise<FormAnswer> {
  const form = await request.formData();
  const token = textOf(form, "token") || (new URL(request.url).searchParams.get("token") ?? "");
  try {
    const { message } = await visitOf({ context }).callWithMessage("/v1/unsubscribe", {
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
    ? describePage(known, location, { title: textsOf(known.locale)("auth.unsubscribe_title"), noindex: true })
    : [];
};

export default function UnsubscribePage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const { t, to } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const answer = fetcher.data ?? actionData;
  const settings = { to: "/profile/data", text: t("profile.data") };
  if (answer?.ok)
    return (
      <LetterDone title={t("auth.unsubscribe_done")} message={answer.message ?? ""}>
        <Link to="/" className={buttonClass({ size: "lg", full: true })}>
          {t("error.to_home")}
        </Link>
      </LetterDone>
    );
  const isOffline = answer?.code === "offline";
  if (token === "" || (answer && !isOffline))
    return <LinkError message={answer?.message ?? t("auth.unsubscribe_dead")} again={settings} />;
  return (
    <LetterPage title={t("auth.unsubscribe_title")} text={t("auth.unsubscribe_text")}>
      {isOffline ? (
        <Note kind="error" className="mt-5">
          {answer?.message}
        </Note>
      ) : null}
      <fetcher.Form method="post" action={to("/user/unsubscribe")} className="mt-6">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" size="lg" full busy={fetcher.state !== "idle"}>
          {t("auth.unsubscribe")}
        </Button>
      </fetcher.Form>
    </LetterPage>
  );
}
