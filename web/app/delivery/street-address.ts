import type { Address } from "@furoshiki/api/account/addresses";

/** Formats the part of an address below the postcode: city and street. */
export function formatStreetAddress({ city, address }: Pick<Address, "city" | "address">): string {
  return `${city}, ${address}`;
}
