import { CircleCheck } from "lucide-react";
import { useFetcher } from "react-router";
import type { FormResult } from "../../forms/form-result.ts";
import { EmailField } from "../../forms/email-field.tsx";
import { FormAlert } from "../../forms/form-alert.tsx";
import { useFormErrors } from "../../forms/form-errors.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { validateEmail } from "../field-validators.ts";
import { CurrentPasswordField } from "../passwords/current-password-field.tsx";
import { SettingsSection } from "../settings-section.tsx";

type EmailSectionProps = {
  email: string;
  isVerified: boolean;
  /** New email address that waits for confirmation by email; null if there is none. */
  newEmail: string | null;
  /** Action data of the page if a form was sent without JavaScript. */
  result: FormResult | undefined;
};

/** The customer's email address: whether it is confirmed, and a form to change it. */
export function EmailSection({ email, isVerified, newEmail, result }: EmailSectionProps) {
  const { t } = useAccountI18n();
  return (
    <SettingsSection title={t("field.email")} text={<span className="font-medium break-all text-ink">{email}</span>}>
      {isVerified ? (
        <p className="flex items-center gap-2 text-sm text-tokiwa-700">
          <CircleCheck size={18} strokeWidth={1.5} aria-hidden />
          {t("profile.email_confirmed")}
        </p>
      ) : (
        <EmailActionForm
          intent="confirm_email"
          text={t("profile.email_unconfirmed")}
          button={t("profile.email_send")}
          result={result}
        />
      )}
      {newEmail === null ? (
        <ChangeEmailForm email={email} result={result} />
      ) : (
        <div className="mt-5 border-t border-line pt-5">
          <EmailActionForm
            intent="cancel_email_change"
            text={t("profile.email_change_pending", { email: newEmail })}
            button={t("profile.email_change_cancel")}
            result={result}
          />
        </div>
      )}
    </SettingsSection>
  );
}

type EmailActionFormProps = { intent: string; text: string; button: string; result: FormResult | undefined };

function EmailActionForm({ intent, text, button, result: initialResult }: EmailActionFormProps) {
  const { to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data ?? (initialResult?.values["intent"] === intent ? initialResult : undefined);
  return (
    <>
      <p className="text-sm break-words">{text}</p>
      <fetcher.Form method="post" action={to("/profile/security")} className="mt-3">
        <input type="hidden" name="intent" value={intent} />
        <Button type="submit" kind="outline" busy={fetcher.state !== "idle"}>
          {button}
        </Button>
      </fetcher.Form>
      <div role="status">
        {result?.message ? (
          <Alert kind={result.ok ? "ok" : "error"} className="mt-3">
            {result.message}
          </Alert>
        ) : null}
      </div>
    </>
  );
}

function ChangeEmailForm({ email, result: initialResult }: { email: string; result: FormResult | undefined }) {
  const { t, to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data ?? (initialResult?.values["intent"] === "change_email" ? initialResult : undefined);
  const errors = useFormErrors(result, { email: validateEmail });
  return (
    <details className="mt-5 border-t border-line pt-4" open={result !== undefined && !result.ok}>
      <summary className="w-fit cursor-pointer py-1 text-sm font-medium text-tokiwa-700">
        {t("profile.email_change")}
      </summary>
      <fetcher.Form
        method="post"
        action={to("/profile/security")}
        {...errors.form}
        className="mt-3 grid gap-4 sm:grid-cols-2"
      >
        <input type="hidden" name="intent" value="change_email" />
        <FormAlert result={result} className="sm:col-span-2" />
        <EmailField
          id="email-new"
          label={t("profile.email_new")}
          autoComplete="email"
          defaultValue={result?.values["email"]}
          errors={errors.getErrors("email")}
        />
        <CurrentPasswordField id="email-password" email={email} errors={errors.getErrors("current_password")} />
        <p className="text-sm text-ink-2 sm:col-span-2">{t("profile.email_both")}</p>
        <Button type="submit" busy={fetcher.state !== "idle"} className="w-fit">
          {t("profile.email_ask")}
        </Button>
      </fetcher.Form>
    </details>
  );
}
