import type { AddressRequest } from "@furoshiki/api/account/addresses";
import { getFormValues } from "../../forms/form-result.ts";

export type AddressField = keyof AddressRequest;

/** The fields of the address form and their labels, in the order in which errors are listed. */
export const addressLabels = {
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

export const addressFields = Object.keys(addressLabels) as AddressField[];

/** Returns the submitted values of the address form. */
export function getAddressValues(form: FormData): Record<string, string> {
  return getFormValues(form, addressFields);
}
