import { Form, Link } from "react-router";
import type { AuthenticatorKey } from "@furoshiki/api/admin/staff";
import type { QrCode } from "@furoshiki/design-system/text/qr-code.ts";
import type { FormErrors } from "../api-client/form-errors.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { AuthenticatorKeyCard } from "./authenticator-key-card.tsx";
import { CodeField } from "./code-field.tsx";
import { getFieldErrors } from "./field-errors.ts";
import { PasswordField } from "./password-field.tsx";

type FormProps = { formErrors: FormErrors | undefined; isBusy: boolean };

/** Name and password of a new account. */
export function InvitationPasswordForm({ email, formErrors, isBusy }: FormProps & { email: string }) {
  const { t, locale } = useI18n();
  return (
    <Form method="post" className="grid gap-5">
      <input type="hidden" name="step" value="password" />
      <input type="hidden" name="locale" value={locale} />
      <div className="grid gap-4">
        {/* For password managers; the account has the email of the invitation. */}
        <Field id="email" name="" size="lg" label={t("sign_in.email")} value={email} readOnly autoComplete="username" />
        <Field
          id="name"
          size="lg"
          label={t("invitation.name")}
          hint={t("invitation.name_hint")}
          required
          maxLength={100}
          autoComplete="name"
          errors={getFieldErrors(t, formErrors, "name")}
        />
        <PasswordField
          id="password"
          label={t("sign_in.password")}
          hint={t("invitation.password_hint")}
          required
          minLength={12}
          autoComplete="new-password"
          errors={getFieldErrors(t, formErrors, "password")}
        />
      </div>
      <Button type="submit" kind="primary" size="lg" className="w-full" busy={isBusy}>
        {t("sign_in.continue")}
      </Button>
    </Form>
  );
}

type CodeFormProps = FormProps & {
  /** Null if the page was loaded again after the key was shown. */
  authenticator: (AuthenticatorKey & { qr: QrCode }) | null;
};

/** The key for the authenticator app and its first code, which creates the account. */
export function InvitationCodeForm({ authenticator, formErrors, isBusy }: CodeFormProps) {
  const { t } = useI18n();
  return (
    <>
      {authenticator ? <AuthenticatorKeyCard secret={authenticator.key} qr={authenticator.qr} /> : null}
      <Form method="post" className="grid gap-5">
        <input type="hidden" name="step" value="code" />
        {authenticator ? (
          <>
            <input type="hidden" name="key" value={authenticator.key} />
            <input type="hidden" name="otpauth_uri" value={authenticator.otpauth_uri} />
          </>
        ) : null}
        <CodeField
          errors={getFieldErrors(t, formErrors, "code")}
          submitLabel={t("invitation.create_account")}
          busy={isBusy}
        />
      </Form>
      <p className="text-xs">
        <Link
          to="?restart"
          reloadDocument
          className="text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink"
        >
          {t("invitation.restart")}
        </Link>
      </p>
    </>
  );
}
