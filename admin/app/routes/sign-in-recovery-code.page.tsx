import { Form, Link, redirect, useNavigation } from "react-router";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { createTitle } from "../http/page-title.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { getFieldErrors, getFormMessage } from "../staff/field-errors.ts";
import { SignInFrame } from "../staff/sign-in-frame.tsx";
import { getSignInState } from "../staff/sign-in-state.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import type { Route } from "./+types/sign-in-recovery-code.page";

export async function loader({ context }: Route.LoaderArgs) {
  const state = await getSignInState(getRequestContext({ context }));
  if (!state) throw redirect("/sign-in");
  if (state.level === "full" || state.new_authenticator) throw redirect("/sign-in/code");
  return null;
}

/** Replaces the authenticator: the code of the new one follows. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const code = String((await request.formData()).get("code") ?? "");
  try {
    await requestContext.call("session/second-factor", { method: "POST", body: { code } });
  } catch (error) {
    return toFormErrors(error, requestContext);
  }
  throw redirect("/sign-in/code");
}

export const meta: Route.MetaFunction = ({ matches }) => createTitle(matches, "sign_in.recovery_title");

export default function SignInRecoveryCodePage({ actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const isBusy = useNavigation().formMethod === "POST";
  const message = getFormMessage(actionData);
  return (
    <SignInFrame title={t("sign_in.recovery_title")} subtitle={t("sign_in.recovery_text")}>
      {message ? <Note tone="error">{message}</Note> : null}
      <Form method="post" className="grid gap-5">
        <Field
          id="code"
          size="lg"
          label={t("sign_in.recovery_code")}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          errors={getFieldErrors(t, actionData, "code")}
        />
        <Button type="submit" kind="primary" size="lg" className="w-full" busy={isBusy}>
          {t("sign_in.continue")}
        </Button>
      </Form>
      <p className="text-xs">
        <Link to="/sign-in/code" className="underline decoration-line-strong underline-offset-4">
          {t("sign_in.back_to_code")}
        </Link>
      </p>
    </SignInFrame>
  );
}
