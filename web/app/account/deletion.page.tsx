import type { User } from "@furoshiki/api/account";
import { redirect, useFetcher } from "react-router";
import { visitOf } from "../lib/api.ts";
import { orOffline, refused, textOf, type FormAnswer } from "../lib/form-answer.ts";
import { bannerOf, useFormErrors } from "../lib/form-errors.tsx";
import { orSignIn } from "../lib/lost-session.ts";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { dropToken } from "../lib/session.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { AccountFrame } from "./account-frame.tsx";
import { PasswordField } from "./password-field.tsx";
import { Section } from "./section.tsx";
import type { Route } from "./+types/deletion.page";

export async function loader({ context }: Route.LoaderArgs) {
  const { email } = await visitOf({ context }).page<User>("/v1/user");
  return { email };
}

export async function action({ request, context }: Route.ActionArgs): Promise<FormAnswer | Response> {
  const visit = visitOf({ context });
  const form = await formDataOf(request);
  try {
    await visit.call("/v1/user", { method: "DELETE", body: { current_password: textOf(form, "current_password") } });
    return redirect(visit.to("/user/deleted"), { headers: { "set-cookie": dropToken(visit.server.secureCookies) } });
  } catch (error) {
    return orSignIn(visit, "/profile/delete", refused(error));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known ? describePage(known, location, { title: textsOf(known.locale)("profile.delete"), noindex: true }) : [];
};

export default function DeletionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, to } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const answer = fetcher.data ?? actionData;
  const errors = useFormErrors(answer);
  const banner = bannerOf(answer);
  return (
    <AccountFrame
      current="/profile/data"
      title={t("profile.delete")}
      back={{ to: "/profile/data", text: t("profile.data") }}
    >
      <div className="mt-5 max-w-[720px] lg:mt-7">
        <Section title={t("profile.delete_what")} text={t("profile.delete_text")}>
          <p className="text-sm">{t("profile.delete_kept")}</p>
          {banner ? (
            <Note kind="error" className="mt-5">
              {banner}
            </Note>
          ) : null}
          <fetcher.Form
            method="post"
            action={to("/profile/delete")}
            {...errors.form}
            className="mt-5 max-w-sm space-y-4"
          >
            {/* For password managers: whose password it is. */}
            <input type="text" name="username" autoComplete="username" defaultValue={loaderData.email} hidden />
            <PasswordField
              id="delete-password"
              name="current_password"
              label={t("auth.current_password")}
              required
              autoComplete="current-password"
              errors={errors.of("current_password")}
            />
            <Button type="submit" kind="danger" size="lg" busy={fetcher.state !== "idle"}>
              {t("profile.delete_now")}
            </Button>
          </fetcher.Form>
        </Section>
      </div>
    </AccountFrame>
  );
}
