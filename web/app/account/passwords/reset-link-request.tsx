import { useFetcher } from "react-router";
import type { FormResult } from "../../forms/form-result.ts";
import { getFormError, useFormErrors } from "../../forms/form-errors.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Field } from "@furoshiki/design-system/ui/field.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { EmailLinkPage } from "../emails/email-link-page.tsx";

/** Form with which a guest requests a password reset email. */
export function ResetLinkRequest() {
  const { t, to } = useI18n();
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data;
  const errors = useFormErrors(result);
  const banner = getFormError(result);
  return (
    <EmailLinkPage title={t("auth.new_password_title")} text={t("auth.new_password_guest")}>
      {banner ? (
        <Alert kind="error" className="mt-5">
          {banner}
        </Alert>
      ) : null}
      {result?.ok ? (
        <div role="status">
          <Alert kind="ok" className="mt-5">
            {result.message}
          </Alert>
        </div>
      ) : null}
      <fetcher.Form method="post" action={to("/forgot-password")} {...errors.form} className="mt-5 space-y-4">
        <Field
          id="reset-email"
          name="email"
          type="email"
          label={t("field.email")}
          required
          autoComplete="email"
          errors={errors.getErrors("email")}
        />
        <Button type="submit" size="lg" full busy={fetcher.state !== "idle"}>
          {t("auth.send_reset_link")}
        </Button>
      </fetcher.Form>
    </EmailLinkPage>
  );
}
