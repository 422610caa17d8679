import type { AddressInput } from "../account/addresses/schema.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { type Order, orderAddressFields } from "./schema.ts";

/**
 * The copy of a delivery address that an order keeps. An optional field may be missing: orders that were placed before
 * a field was added do not have it.
 */
export type AddressSnapshot = Omit<AddressInput, "alias"> & {
  country_name_ru: string;
  country_name_en: string;
};

/** The columns of the staff's CSV file, and the fields that they show. */
export const csvAddressColumns = {
  first_name: "first_name",
  middle_name: "middle_name",
  last_name: "last_name",
  company: "company",
  address: "address",
  city: "city",
  state: "state",
  postcode: "postcode",
  country: "country",
  country_name: "country_name_en",
  phone: "phone_mobile",
} as const satisfies Record<string, keyof AddressSnapshot>;

/** Converts an order's address to the response of the API. */
export function serializeOrderAddress(address: AddressSnapshot, locale: Locale): NonNullable<Order["address"]> {
  const fields = Object.fromEntries(orderAddressFields.map((field) => [field, address[field] ?? ""])) as Record<
    (typeof orderAddressFields)[number],
    string
  >;
  return { ...fields, country_name: getCountryName(address, locale) };
}

/** Formats where a parcel goes, for the customer: the street, then postcode, region and country. */
export function formatDestination(address: AddressSnapshot, locale: Locale): string[] {
  const country = getCountryName(address, locale);
  return [`${address.city}, ${address.address}`, [address.postcode, address.state, country].filter(Boolean).join(", ")];
}

/** Formats the whole address for the staff who pack the parcel. A line may be empty. */
export function formatStaffAddress(address: AddressSnapshot): string[] {
  return [
    formatRecipientName(address),
    address.company ?? "",
    address.address,
    [address.postcode, address.city, address.state].filter(Boolean).join(", "),
    `${address.country_name_en} (${address.country})`,
    [address.phone_mobile, address.phone_home].filter(Boolean).join(", "),
    address.other ?? "",
  ];
}

export function formatRecipientName({ first_name, middle_name, last_name }: AddressSnapshot): string {
  return [first_name, middle_name, last_name].filter(Boolean).join(" ");
}

/** Returns the name of the destination country in a language. */
export function getCountryName(address: AddressSnapshot, locale: Locale): string {
  return locale === "ru-RU" ? address.country_name_ru : address.country_name_en;
}
