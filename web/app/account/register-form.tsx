import { useEffect } from "react";
import { useFetcher } from "react-router";
import type { FormResult } from "../forms/form-result.ts";
import { getFormError, useFormErrors } from "../forms/form-errors.tsx";
import { InfoLink } from "../navigation/info-link.tsx";
import { useI18n } from "../i18n/use-i18n.tsx";
import { track } from "../analytics/track.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Field } from "../ui/field.tsx";
import { Alert } from "../ui/alert.tsx";
import { validateEmail, validateNewPassword, validatePhone, validatePasswordConfirmation } from "./field-validators.ts";
import { PasswordField } from "./password-field.tsx";

const validators = {
  tel: validatePhone,
  email: validateEmail,
  password: validateNewPassword,
  password_confirmation: validatePasswordConfirmation,
};

type RegisterFormProps = {
  from: string | null;
  email?: string;
  /** Action data if the form was sent without JavaScript. */
  result?: FormResult | undefined;
  onRegistered?: (result: FormResult) => void;
};

export function RegisterForm({ from, email = "", result: initialResult, onRegistered }: RegisterFormProps) {
  const { t, to } = useI18n();
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data ?? initialResult;
  const errors = useFormErrors(result, validators);
  const banner = getFormError(result);
  const submittedValues = result?.values ?? {};
  const registration = fetcher.data?.ok ? fetcher.data : null;
  useEffect(() => {
    if (registration) void track({ kind: "registration" });
  }, [registration]);
  useEffect(() => {
    if (registration) onRegistered?.(registration);
  }, [registration, onRegistered]);

  return (
    <>
      {banner ? (
        <Alert kind="error" className="mt-5">
          {banner}
        </Alert>
      ) : null}
      <fetcher.Form method="post" action={to("/register")} {...errors.form} className="mt-5 space-y-4">
        {from ? <input type="hidden" name="from" value={from} /> : null}
        <Field
          id="register-name"
          name="name"
          label={t("field.name")}
          defaultValue={submittedValues["name"]}
          required
          autoComplete="name"
          errors={errors.getErrors("name")}
        />
        <Field
          id="register-tel"
          name="tel"
          type="tel"
          label={t("field.phone")}
          defaultValue={submittedValues["tel"]}
          required
          autoComplete="tel"
          errors={errors.getErrors("tel")}
        />
        <Field
          id="register-email"
          name="email"
          type="email"
          label={t("field.email")}
          defaultValue={submittedValues["email"] ?? email}
          required
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          errors={errors.getErrors("email")}
        />
        <PasswordField
          id="register-password"
          name="password"
          label={t("field.password")}
          hint={t("auth.password_hint")}
          required
          autoComplete="new-password"
          errors={errors.getErrors("password")}
        />
        <PasswordField
          id="register-password-again"
          name="password_confirmation"
          label={t("field.password_again")}
          required
          autoComplete="new-password"
          errors={errors.getErrors("password_confirmation")}
        />
        <div>
          <Checkbox
            id="register-agree"
            name="agree"
            required
            defaultChecked={submittedValues["agree"] === "1"}
            errors={errors.getErrors("agree")}
          >
            {t.rich("auth.agree", {
              privacy: (text) => (
                <InfoLink
                  slug="privacy-policy"
                  fallback="words"
                  target="_blank"
                  className="text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
                >
                  {text}
                </InfoLink>
              ),
            })}
          </Checkbox>
        </div>
        <Button type="submit" size="lg" full busy={fetcher.state !== "idle"}>
          {t("auth.register")}
        </Button>
      </fetcher.Form>
    </>
  );
}
