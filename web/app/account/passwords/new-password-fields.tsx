import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { PasswordField } from "./password-field.tsx";

type NewPasswordFieldsProps = {
  /** The element ids of both fields. */
  ids: { password: string; confirmation: string };
  label: string;
  getErrors: (name: string) => string[] | undefined;
};

/** The fields for a new password and its confirmation. */
export function NewPasswordFields({ ids, label, getErrors }: NewPasswordFieldsProps) {
  const { t } = useAccountI18n();
  return (
    <>
      <PasswordField
        id={ids.password}
        name="password"
        label={label}
        hint={t("auth.password_hint")}
        required
        autoComplete="new-password"
        errors={getErrors("password")}
      />
      <PasswordField
        id={ids.confirmation}
        name="password_confirmation"
        label={t("field.password_again")}
        required
        autoComplete="new-password"
        errors={getErrors("password_confirmation")}
      />
    </>
  );
}
