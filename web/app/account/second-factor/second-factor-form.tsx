import type { ComponentProps } from "react";
import type { FetcherWithComponents } from "react-router";
import type { FormResult } from "../../forms/form-result.ts";
import { FormAlert } from "../../forms/form-alert.tsx";
import { useFormErrors } from "../../forms/form-errors.tsx";
import { useRootData } from "../../store-config/root-data.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { CurrentPasswordField } from "../passwords/current-password-field.tsx";
import { CodeField } from "./code-field.tsx";

type SecondFactorFormProps = {
  intent: string;
  /** `app-code` accepts only a code from the app; `code` also accepts a recovery code. */
  requiredFields: readonly ("password" | "app-code" | "code")[];
  button: string;
  kind?: ComponentProps<typeof Button>["kind"];
  /** Shared by all forms of the page, so that only the latest result is shown. */
  fetcher: FetcherWithComponents<FormResult>;
  result: FormResult | undefined;
};

/** Asks for the password, a code, or both before two-factor authentication is changed. */
export function SecondFactorForm({
  intent,
  requiredFields,
  button,
  kind = "primary",
  fetcher,
  result: latestResult,
}: SecondFactorFormProps) {
  const { t, to } = useAccountI18n();
  const user = useRootData()?.user;
  const result = latestResult?.values["intent"] === intent ? latestResult : undefined;
  const errors = useFormErrors(result);
  const requiresAppCode = requiredFields.includes("app-code");
  return (
    <fetcher.Form
      method="post"
      action={to("/profile/second-factor")}
      {...errors.form}
      className="grid gap-4 sm:max-w-[360px]"
    >
      <input type="hidden" name="intent" value={intent} />
      <FormAlert result={result} />
      {requiredFields.includes("password") ? (
        <CurrentPasswordField
          id={`${intent}-password`}
          email={user?.email}
          errors={errors.getErrors("current_password")}
        />
      ) : null}
      {requiresAppCode || requiredFields.includes("code") ? (
        <CodeField
          id={`${intent}-code`}
          label={t(requiresAppCode ? "auth.code" : "profile.second_factor_any_code")}
          isAppCode={requiresAppCode}
          errors={errors.getErrors("code")}
        />
      ) : null}
      <Button
        type="submit"
        kind={kind}
        busy={fetcher.state !== "idle" && fetcher.formData?.get("intent") === intent}
        className="w-fit"
      >
        {button}
      </Button>
    </fetcher.Form>
  );
}
