import type { FormResult } from "../../forms/form-result.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { addressFields, addressLabels } from "./address-fields.ts";

/** Lists the invalid fields of the address form, each with a link to the field. */
export function AddressErrors({ result }: { result: FormResult | undefined }) {
  const { t } = useAccountI18n();
  const invalidFields = addressFields.filter((field) => result?.errors[field]?.length);
  if (invalidFields.length === 0) return null;
  return (
    <Alert kind="error">
      <b className="font-semibold">{t("address.not_saved")}</b>{" "}
      {t("address.check_fields", { count: invalidFields.length })}{" "}
      {invalidFields.map((field, index) => (
        <span key={field}>
          {index > 0 ? ", " : ""}
          <a href={`#address-${field}`} className="underline underline-offset-4">
            {t(addressLabels[field]).toLowerCase()}
          </a>
        </span>
      ))}
      {"."}
    </Alert>
  );
}
