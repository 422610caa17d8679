import type { User } from "@furoshiki/api/account";
import { data, useFetcher } from "react-router";
import { ApiError, visitOf } from "../lib/api.ts";
import { done, orOffline, refused, textOf, type FormAnswer } from "../lib/form-answer.ts";
import { bannerOf, useFormErrors } from "../lib/form-errors.tsx";
import { Link } from "../lib/link.tsx";
import { orSignIn } from "../lib/lost-session.ts";
import { formDataOf } from "../lib/request-body.ts";
import { describePage, knownTo } from "../lib/seo.ts";
import { useShop } from "../lib/shop.tsx";
import { textsOf } from "../lib/texts.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { checkNewPassword, checkSamePassword } from "./checks.ts";
import { LetterDone, LetterPage } from "./letter-page.tsx";
import { LinkError } from "./link-error.tsx";
import { PasswordField } from "./password-field.tsx";
import { ResetLinkRequest } from "./reset-link-request.tsx";
import type { Route } from "./+types/change-password.page";

const GONE = 410;
const checks = { password: checkNewPassword, password_confirmation: checkSamePassword };

/**
 * With a token from an email, the form that sets a password; the token is checked, not used up. Without one, a signed-in
 * customer changes the password, and a guest (`email` is null) asks for such an email.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = visitOf({ context });
  const token = new URL(request.url).searchParams.get("token");
  if (token === null) {
    const email = visit.token ? (await visit.page<User>("/v1/user")).email : null;
    return { token, email, dead: null };
  }
  try {
    await visit.call("/v1/reset-password/check", { method: "POST", body: { token } });
    return { token, email: "", dead: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ token, email: "", dead: error.message }, error.status === 429 ? 429 : GONE);
  }
}

export async function action({ request, context }: Route.ActionArgs): Promise<FormAnswer> {
  const visit = visitOf({ context });
  const form = await formDataOf(request);
  const token = textOf(form, "token");
  const passwords = {
    password: textOf(form, "password"),
    password_confirmation: textOf(form, "password_confirmation"),
  };
  try {
    const { message } = token
      ? await visit.callWithMessage("/v1/reset-password", { method: "POST", body: { token, ...passwords } })
      : await visit.callWithMessage("/v1/user/change-password", {
          method: "POST",
          body: { current_password: textOf(form, "current_password"), ...passwords },
        });
    return done(message ?? null);
  } catch (error) {
    return orSignIn(visit, "/change-password", refused(error));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orOffline(serverAction);
}

/** Once it is used up, the link is not asked about again. */
export function shouldRevalidate(): boolean {
  return false;
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const known = knownTo(matches);
  return known
    ? describePage(known, location, { title: textsOf(known.locale)("auth.new_password_title"), noindex: true })
    : [];
};

export default function ChangePasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, to } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const answer = fetcher.data ?? actionData;
  const errors = useFormErrors(answer, checks);
  const { token, email } = loaderData;
  const again = { to: "/forgot-password", text: t("auth.link_again") };
  if (answer?.ok)
    return (
      <LetterDone title={t("auth.new_password_done")} message={answer.message ?? ""}>
        <Link to={token ? "/login" : "/profile/security"} className={buttonClass({ size: "lg", full: true })}>
          {t(token ? "auth.sign_in" : "profile.security")}
        </Link>
      </LetterDone>
    );
  if (answer?.code === "reset_link_used") return <LinkError message={answer.message ?? ""} again={again} />;
  if (loaderData.dead !== null) return <LinkError message={loaderData.dead} again={again} />;
  if (email === null) return <ResetLinkRequest />;
  const banner = bannerOf(answer);
  return (
    <LetterPage title={t("auth.new_password_title")} text={t("auth.new_password_text")}>
      {banner ? (
        <Note kind="error" className="mt-5">
          {banner}
        </Note>
      ) : null}
      <fetcher.Form method="post" action={to("/change-password")} {...errors.form} className="mt-5 space-y-4">
        {token ? (
          <input type="hidden" name="token" value={token} />
        ) : (
          <>
            {/* For password managers: whose password it is. */}
            <input type="text" name="email" autoComplete="username" defaultValue={email} hidden />
            <PasswordField
              id="password-now"
              name="current_password"
              label={t("auth.current_password")}
              required
              autoComplete="current-password"
              errors={errors.of("current_password")}
            />
          </>
        )}
        <PasswordField
          id="password-new"
          name="password"
          label={t("auth.new_password")}
          hint={t("auth.password_hint")}
          required
          autoComplete="new-password"
          errors={errors.of("password")}
        />
        <PasswordField
          id="password-again"
          name="password_confirmation"
          label={t("field.password_again")}
          required
          autoComplete="new-password"
          errors={errors.of("password_confirmation")}
        />
        <Button type="submit" size="lg" full busy={fetcher.state !== "idle"}>
          {t("auth.set_password")}
        </Button>
      </fetcher.Form>
    </LetterPage>
  );
}
