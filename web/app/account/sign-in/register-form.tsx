import type { FormEvent } from "react";
import { useFetcher } from "react-router";
import type { FormResult } from "../../forms/form-result.ts";
import { EmailField } from "../../forms/email-field.tsx";
import { FormAlert } from "../../forms/form-alert.tsx";
import { useFormErrors } from "../../forms/form-errors.tsx";
import { useResultEffect } from "../../forms/use-result-effect.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { track } from "../../analytics/track.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Field } from "@furoshiki/design-system/ui/field.tsx";
import { newPasswordValidators, validateEmail, validatePhone } from "../field-validators.ts";
import { NewPasswordFields } from "../passwords/new-password-fields.tsx";
import { PrivacyConsent } from "../privacy-consent.tsx";

const validators = { tel: validatePhone, email: validateEmail, ...newPasswordValidators };

type RegisterFormProps = {
  /** Path to open after signing in, from the URL. */
  from: string | null;
  email?: string;
  /** Action data if the form was sent without JavaScript. */
  result?: FormResult | undefined;
  /** Called after the account and its session were created; without it the server redirects to `from`. */
  onSignedIn?: (() => void) | undefined;
};

/** The registration form, which also signs in. A successful registration is tracked. */
export function RegisterForm({ from, email = "", result: initialResult, onSignedIn }: RegisterFormProps) {
  const { t, to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data ?? initialResult;
  const errors = useFormErrors(result, validators);
  const submittedValues = result?.values ?? {};
  const isRegistered = Boolean(fetcher.data?.ok);
  useResultEffect(fetcher.data, ({ ok }) => {
    if (ok) void Promise.resolve(track({ kind: "registration" })).finally(onSignedIn);
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!onSignedIn) return;
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    form.set("scripted", "1");
    void fetcher.submit(form, { method: "post", action: to("/register") });
  };

  return (
    <>
      <FormAlert result={result} className="mt-5" />
      <fetcher.Form
        method="post"
        action={to("/register")}
        {...errors.form}
        onSubmit={submit}
        className="mt-5 space-y-4"
      >
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
        <EmailField
          id="register-email"
          label={t("field.email")}
          defaultValue={submittedValues["email"] ?? email}
          autoComplete="username"
          errors={errors.getErrors("email")}
        />
        <NewPasswordFields
          ids={{ password: "register-password", confirmation: "register-password-again" }}
          label={t("field.password")}
          getErrors={errors.getErrors}
        />
        <PrivacyConsent
          id="register-agree"
          messageKey="auth.agree"
          defaultChecked={submittedValues["agree"] === "1"}
          errors={errors.getErrors("agree")}
        />
        <Button type="submit" size="lg" full busy={fetcher.state !== "idle" || isRegistered}>
          {t("auth.register")}
        </Button>
      </fetcher.Form>
    </>
  );
}
