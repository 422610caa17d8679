import type { AddressRequest } from "@furoshiki/api/account/addresses";
import { isLatin, transliterate } from "@furoshiki/design-system/i18n/transliteration.ts";
import { getFormValues } from "../../forms/form-result.ts";

export type AddressField = keyof AddressRequest;

/** The fields of the address form and their labels, in the order in which errors are listed. */
export const addressLabels = {
  country: "address.country",
  phone_mobile: "address.phone_mobile",
  first_name: "address.first_name",
  last_name: "address.last_name",
  postcode: "address.postcode",
  city: "address.city",
  address: "address.street",
  state: "address.state",
  middle_name: "address.middle_name",
  phone_home: "address.phone_home",
  company: "address.company",
  other: "address.other",
  alias: "address.alias",
} as const satisfies Record<AddressField, string>;

export const addressFields = Object.keys(addressLabels) as AddressField[];

/** Returns the submitted values of the address form. */
export function getAddressValues(form: FormData): Record<string, string> {
  return getFormValues(form, addressFields);
}

/** The fields that the API accepts in Latin letters only (docs/domain/delivery.md). */
const latinFields: readonly AddressField[] = ["city", "address"];

/** The fields that the form writes in Latin letters: those and the names, which are printed beside them. */
export const transliteratedFields: readonly AddressField[] = ["first_name", "last_name", ...latinFields];

/** Transliterates fields, by default those that must be Latin: a form may be sent before a script could do it. */
export function transliterateAddress(
  values: Record<string, string>,
  fields: readonly AddressField[] = latinFields,
): Record<string, string> {
  const replaced = fields.flatMap((field) => {
    const value = values[field] ?? "";
    return isLatin(value) ? [] : [[field, transliterate(value) || value]];
  });
  return { ...values, ...Object.fromEntries(replaced) };
}

type Customer = { name: string; surname: string | null; phone: string; has_account: boolean };

/**
 * Returns what is known about a new address: name and phone of the customer, and the country and city that pages name delivery to, the city in Latin letters.
 * The name and phone of a checkout that began with an email are placeholders, so that they are left empty.
 */
export function getKnownAddressValues(
  { name, surname, phone, has_account }: Customer,
  country: string | null,
  city: string | null,
): Record<string, string> {
  const place = { country: country ?? "", ...transliterateAddress(city === null ? {} : { city }) };
  if (!has_account) return place;
  // The registration asks for one name, which many fill in with first and last name.
  const [first = "", last = "", ...others] = name.trim().split(/\s+/);
  const names =
    surname === null && last !== "" && others.length === 0
      ? { first_name: first, last_name: last }
      : { first_name: name.trim(), last_name: surname ?? "" };
  return { ...names, phone_mobile: phone, ...place };
}
