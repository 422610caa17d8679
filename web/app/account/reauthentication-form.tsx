import { useFetcher } from "react-router";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Field } from "@furoshiki/design-system/ui/field.tsx";
import { FormAlert } from "../forms/form-alert.tsx";
import { useFormErrors } from "../forms/form-errors.tsx";
import type { FormResult } from "../forms/form-result.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { CurrentPasswordField } from "./passwords/current-password-field.tsx";
import { CodeField } from "./second-factor/code-field.tsx";

type ReauthenticationFormProps = {
  /** Prefix of the field ids. */
  id: string;
  email: string;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  /** Action data of the page if the form was sent without JavaScript. */
  result?: FormResult | undefined;
};

/**
 * Asks customers to prove again who they are before they change how they sign in: with the password, or a code by email,
 * and the second factor if it is enabled.
 */
export function ReauthenticationForm(props: ReauthenticationFormProps) {
  const { id, email, hasPassword, hasSecondFactor, result: initialResult } = props;
  const { t, to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data ?? initialResult;
  const errors = useFormErrors(result);
  const token = result?.values["code_token"];
  const isCodeWrong = result?.code === "wrong_email_code";
  const canSubmit = Boolean(token) || hasPassword;
  if (result?.ok && !token)
    return (
      <div role="status">
        <Alert kind="ok">{t("profile.identity_confirmed")}</Alert>
      </div>
    );
  return (
    <fetcher.Form
      method="post"
      action={to("/profile/security")}
      {...errors.form}
      className="grid gap-4 sm:max-w-[360px]"
    >
      <p role="status" className="text-sm break-words">
        {token ? t("checkout.code_sent", { email }) : t("profile.identity_text")}
      </p>
      {isCodeWrong ? null : <FormAlert result={result} />}
      {token ? (
        <>
          <input type="hidden" name="code_token" value={token} />
          <Field
            key={token}
            id={`${id}-email-code`}
            name="email_code"
            label={t("checkout.email_code")}
            required
            autoComplete="one-time-code"
            inputMode="numeric"
            errors={isCodeWrong && result?.message ? [result.message] : errors.getErrors("email_code")}
          />
        </>
      ) : hasPassword ? (
        <CurrentPasswordField id={`${id}-password`} email={email} errors={errors.getErrors("current_password")} />
      ) : null}
      {hasSecondFactor && canSubmit ? (
        <CodeField
          id={`${id}-code`}
          label={t("profile.second_factor_any_code")}
          isAppCode={false}
          errors={errors.getErrors("code")}
        />
      ) : null}
      <div className="flex flex-wrap gap-3">
        {canSubmit ? (
          <Button type="submit" name="intent" value="reauthenticate" busy={fetcher.state !== "idle"}>
            {t("auth.confirm")}
          </Button>
        ) : null}
        {token ? null : (
          <Button
            type="submit"
            name="intent"
            value="request_code"
            kind={hasPassword ? "outline" : "primary"}
            disabled={fetcher.state !== "idle"}
          >
            {t("auth.get_code")}
          </Button>
        )}
      </div>
    </fetcher.Form>
  );
}
