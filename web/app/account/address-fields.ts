import type { Address } from "@furoshiki/api/account";
import { typedIn } from "../lib/form-answer.ts";

/** The fields of a delivery address (spec §3), by the names of the contract. */
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

export function addressIn(form: FormData): Record<string, string> {
  return typedIn(form, addressFields);
}
