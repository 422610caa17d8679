import { useFetcher } from "react-router";
import type { FormResult } from "../../forms/form-result.ts";
import { EmailField } from "../../forms/email-field.tsx";
import { FormAlert } from "../../forms/form-alert.tsx";
import { useFormErrors } from "../../forms/form-errors.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { EmailLinkPage } from "../emails/email-link-page.tsx";

/** Form with which a guest requests a password reset email. @param props.result action data if it was sent without JavaScript */
export function ResetLinkRequest({ result: initialResult }: { result?: FormResult | undefined }) {
  const { t, to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data ?? initialResult;
  const errors = useFormErrors(result);
  return (
    <EmailLinkPage title={t("auth.new_password_title")} text={t("auth.new_password_guest")}>
      <FormAlert result={result} className="mt-5" />
      {result?.ok ? (
        <div role="status">
          <Alert kind="ok" className="mt-5">
            {result.message}
          </Alert>
        </div>
      ) : null}
      <fetcher.Form method="post" action={to("/forgot-password")} {...errors.form} className="mt-5 space-y-4">
        <EmailField
          id="reset-email"
          label={t("field.email")}
          autoComplete="email"
          defaultValue={result?.ok ? "" : (result?.values["email"] ?? "")}
          errors={errors.getErrors("email")}
        />
        <Button type="submit" size="lg" full busy={fetcher.state !== "idle"}>
          {t("auth.send_reset_link")}
        </Button>
      </fetcher.Form>
    </EmailLinkPage>
  );
}
