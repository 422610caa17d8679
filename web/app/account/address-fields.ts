import type { Address } from "@furoshiki/api/account/addresses";
import { getFormValues } from "../forms/form-result.ts";

/** Field names of a delivery address, as in the API schema. */
export const addressFields = [
  "alias",
  "first_name",
  "last_name",
  "middle_name",
  "company",
  "country",
  "state",
  "postcode",
  "city",
  "address",
  "phone_mobile",
  "phone_home",
  "other",
] as const satisfies readonly (keyof Address)[];
export type AddressField = (typeof addressFields)[number];

export function getAddressValues(form: FormData): Record<string, string> {
  return getFormValues(form, addressFields);
}
