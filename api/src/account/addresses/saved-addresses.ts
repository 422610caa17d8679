import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { listAddressRows, type AddressRow, findAddress } from "./sql.ts";
import { formatPhone } from "./phone.ts";
import type { Address } from "./schema.ts";
import { refusals } from "../schema.ts";

/** Returns the customer's addresses, oldest first. */
export async function listAddresses(db: Db, customerId: number, locale: Locale): Promise<Address[]> {
  return (await listAddressRows(db, customerId)).map((row) => serializeAddress(row, locale));
}

/** Throws the refusal `address_not_found`, also if the address belongs to another customer. */
export async function getAddress(db: Db, customerId: number, id: number, locale: Locale): Promise<Address> {
  const row = await findAddress(db, customerId, id);
  if (!row) throw refuse(refusals, "address_not_found");
  return serializeAddress(row, locale);
}

function serializeAddress({ name_ru, name_en, ...address }: AddressRow, locale: Locale): Address {
  return {
    ...address,
    country_name: locale === "ru-RU" ? name_ru : name_en,
    phone_shown: formatPhone(address.phone_mobile),
  };
}
