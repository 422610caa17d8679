import type { User } from "@furoshiki/api/account";
import type { SignInMethods } from "@furoshiki/api/account/sign-in-methods";
import { data, useFetcher } from "react-router";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import {
  createSuccessResult,
  catchConnectionError,
  createErrorResult,
  getFormValue,
  type FormResult,
} from "../forms/form-result.ts";
import { FormAlert } from "../forms/form-alert.tsx";
import { useFormErrors } from "../forms/form-errors.tsx";
import { Link } from "../navigation/link.tsx";
import { requireSignIn } from "../http/require-sign-in.ts";
import { parseFormData } from "../forms/request-body.ts";
import { createNoindexMeta } from "../seo/noindex-meta.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { newPasswordValidators } from "../account/field-validators.ts";
import { EmailLinkSuccess, EmailLinkPage } from "../account/emails/email-link-page.tsx";
import { ExpiredLink } from "../account/emails/expired-link.tsx";
import { ReauthenticationForm } from "../account/reauthentication-form.tsx";
import { CurrentPasswordField } from "../account/passwords/current-password-field.tsx";
import { NewPasswordFields } from "../account/passwords/new-password-fields.tsx";
import { ResetLinkRequest } from "../account/passwords/reset-link-request.tsx";
import type { Route } from "./+types/change-password.page";

const STATUS_GONE = 410;

/**
 * With a token from an email, shows the form that sets a new password; the token is checked but not consumed. Without a
 * token, a signed-in customer changes the password, and a guest (`email` is null) can request a reset email.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext({ context });
  const token = new URL(request.url).searchParams.get("token");
  if (token === null) {
    if (!requestContext.token) return { token, email: null, methods: null, linkError: null };
    const [{ email }, methods] = await Promise.all([
      requestContext.load<User>("/v1/user"),
      requestContext.load<SignInMethods>("/v1/user/sign-in-methods"),
    ]);
    return { token, email, methods, linkError: null };
  }
  try {
    await requestContext.call("/v1/reset-password/check", { method: "POST", body: { token } });
    return { token, email: "", methods: null, linkError: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data(
      { token, email: "", methods: null, linkError: error.message },
      error.status === 429 ? 429 : STATUS_GONE,
    );
  }
}

export async function action({ request, context }: Route.ActionArgs): Promise<FormResult> {
  const requestContext = getRequestContext({ context });
  const form = await parseFormData(request);
  const token = getFormValue(form, "token");
  const isFirst = getFormValue(form, "first") !== "";
  const passwords = {
    password: getFormValue(form, "password"),
    password_confirmation: getFormValue(form, "password_confirmation"),
  };
  try {
    const { message } = token
      ? await requestContext.callWithMessage("/v1/reset-password", { method: "POST", body: { token, ...passwords } })
      : isFirst
        ? await requestContext.callWithMessage("/v1/user/password", { method: "POST", body: passwords })
        : await requestContext.callWithMessage("/v1/user/change-password", {
            method: "POST",
            body: { current_password: getFormValue(form, "current_password"), ...passwords },
          });
    return createSuccessResult(message ?? null);
  } catch (error) {
    return requireSignIn(requestContext, "/change-password", createErrorResult(error));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return catchConnectionError(serverAction);
}

/** Prevents a second check of a link that the action has consumed. */
export function shouldRevalidate(): boolean {
  return false;
}

export const meta: Route.MetaFunction = createNoindexMeta("auth.new_password_title");

export default function ChangePasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data ?? actionData;
  const errors = useFormErrors(result, newPasswordValidators);
  const { token, email, methods } = loaderData;
  const isFirst = methods !== null && !methods.has_password;
  const retryLink = { to: "/forgot-password", text: t("auth.request_new_link") };
  if (result?.ok)
    return (
      <EmailLinkSuccess title={t("auth.new_password_done")} message={result.message ?? ""}>
        <Link to={token ? "/login" : "/profile/security"} className={buttonClass({ size: "lg", full: true })}>
          {t(token ? "auth.sign_in" : "profile.security")}
        </Link>
      </EmailLinkSuccess>
    );
  if (result?.code === "reset_link_used") return <ExpiredLink message={result.message ?? ""} retryLink={retryLink} />;
  if (loaderData.linkError !== null) return <ExpiredLink message={loaderData.linkError} retryLink={retryLink} />;
  if (email === null) return <ResetLinkRequest />;
  return (
    <EmailLinkPage title={t("auth.new_password_title")} text={t("auth.new_password_text")}>
      {isFirst && result?.code === "recent_authentication_required" ? (
        <div className="mt-5">
          <ReauthenticationForm
            id="identity"
            email={email}
            hasPassword={false}
            hasSecondFactor={methods.second_factor}
          />
        </div>
      ) : (
        <FormAlert result={result} className="mt-5" />
      )}
      <fetcher.Form method="post" action={to("/change-password")} {...errors.form} className="mt-5 space-y-4">
        {token ? (
          <input type="hidden" name="token" value={token} />
        ) : isFirst ? (
          <input type="hidden" name="first" value="1" />
        ) : (
          <CurrentPasswordField id="password-now" email={email} errors={errors.getErrors("current_password")} />
        )}
        <NewPasswordFields
          ids={{ password: "password-new", confirmation: "password-again" }}
          label={t("auth.new_password")}
          getErrors={errors.getErrors}
        />
        <Button type="submit" size="lg" full busy={fetcher.state !== "idle"}>
          {t("auth.set_password")}
        </Button>
      </fetcher.Form>
    </EmailLinkPage>
  );
}
