import type { FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";
import { Note } from "../ui/note.tsx";
import { addressFields, type AddressField } from "./address-fields.ts";

const labels = {
  alias: "address.alias",
  first_name: "address.first_name",
  last_name: "address.last_name",
  middle_name: "address.middle_name",
  company: "address.company",
  country: "address.country",
  state: "address.state",
  postcode: "address.postcode",
  city: "address.city",
  address: "address.street",
  phone_mobile: "address.phone_mobile",
  phone_home: "address.phone_home",
  other: "address.other",
} as const satisfies Record<AddressField, string>;

/** Which fields keep the address from being saved, each with the way to it. */
export function AddressErrors({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useShop();
  const wrong = addressFields.filter((field) => answer?.errors[field]?.length);
  if (wrong.length === 0) return null;
  return (
    <Note kind="error">
      <b className="font-semibold">{t("address.not_saved")}</b> {t("address.check_fields", { count: wrong.length })}{" "}
      {wrong.map((field, at) => (
        <span key={field}>
          {at > 0 ? ", " : ""}
          <a href={`#address-${field}`} className="underline underline-offset-4">
            {t(labels[field]).toLowerCase()}
          </a>
        </span>
      ))}
      {"."}
    </Note>
  );
}
