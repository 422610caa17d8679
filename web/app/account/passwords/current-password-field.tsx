import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { PasswordField } from "./password-field.tsx";

type CurrentPasswordFieldProps = {
  id: string;
  /** Email address of the customer. */
  email: string | undefined;
  errors: string[] | undefined;
};

/** The field with which customers confirm a change to their account. */
export function CurrentPasswordField({ id, email, errors }: CurrentPasswordFieldProps) {
  const { t } = useAccountI18n();
  return (
    <>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" defaultValue={email} hidden />
      <PasswordField
        id={id}
        name="current_password"
        label={t("auth.current_password")}
        required
        autoComplete="current-password"
        errors={errors}
      />
    </>
  );
}
