import { Form, redirect, useNavigation } from "react-router";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { parseReturnPath } from "../http/return-path.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { getFieldErrors, getFormMessage } from "../staff/field-errors.ts";
import { PasswordField } from "../staff/password-field.tsx";
import { SignInFrame } from "../staff/sign-in-frame.tsx";
import { getSignInState } from "../staff/sign-in-state.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import type { Route } from "./+types/sign-in.page";

/** The reason for which a person sees the sign-in page instead of another one. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const state = await getSignInState(getRequestContext({ context }));
  if (state?.level === "full") throw redirect(parseReturnPath(url.searchParams.get("from")));
  const reason = url.searchParams.has("signed-out")
    ? ("sign_in.signed_out" as const)
    : url.searchParams.has("from")
      ? ("sign_in.session_ended" as const)
      : null;
  return { reason };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await request.formData();
  const [email, password] = [String(form.get("email") ?? ""), String(form.get("password") ?? "")];
  try {
    await requestContext.call("session", { method: "POST", body: { email, password } });
  } catch (error) {
    return toFormErrors(error, requestContext, [401]);
  }
  const from = parseReturnPath(url.searchParams.get("from"));
  throw redirect(from === "/" ? "/sign-in/code" : `/sign-in/code?from=${encodeURIComponent(from)}`);
}

export default function SignInPage({ loaderData: { reason }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const isBusy = useNavigation().formMethod === "POST";
  const message = getFormMessage(actionData);
  return (
    <SignInFrame title={t("sign_in.title")} subtitle={t("sign_in.step_password")}>
      {message ? <Note tone="error">{message}</Note> : reason ? <Note tone="info">{t(reason)}</Note> : null}
      <Form method="post" className="grid gap-5">
        <div className="grid gap-4">
          <Field
            id="email"
            size="lg"
            label={t("sign_in.email")}
            type="email"
            required
            autoComplete="username"
            errors={getFieldErrors(t, actionData, "email")}
          />
          <PasswordField
            id="password"
            label={t("sign_in.password")}
            required
            autoComplete="current-password"
            errors={getFieldErrors(t, actionData, "password")}
          />
        </div>
        <Button type="submit" kind="primary" size="lg" className="w-full" busy={isBusy}>
          {t("sign_in.continue")}
        </Button>
      </Form>
      <p className="text-xs text-ink-2">{t("sign_in.lost_access")}</p>
    </SignInFrame>
  );
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "sign_in.title");
