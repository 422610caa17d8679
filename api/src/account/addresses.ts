import { type Db, withTransaction } from "../platform/db.ts";
import { commonRefusals, refuse } from "../platform/errors.ts";
import type { Locale } from "../platform/locale.ts";
import { text } from "../platform/texts.ts";
import {
  addressesOf,
  type AddressRow,
  countAddresses,
  findAddress,
  findPostcodePattern,
  hideAddress,
  insertAddress,
  updateAddress,
} from "./address-sql.ts";
import { type Address, type AddressRequest, refusals } from "./schema.ts";
import { lockCustomer } from "./sql.ts";

const ADDRESSES_MAX = 50;

export async function listAddresses(db: Db, customerId: number, locale: Locale): Promise<Address[]> {
  return (await addressesOf(db, customerId)).map((row) => addressIn(row, locale));
}

/** Refuses `address_not_found`, also for another customer's. */
export async function getAddress(db: Db, customerId: number, id: number, locale: Locale): Promise<Address> {
  const row = await findAddress(db, customerId, id);
  if (!row) throw refuse(refusals, "address_not_found");
  return addressIn(row, locale);
}

/** Refuses a country that the shop does not know, a post code that its country does not have, `too_many_addresses`. */
export async function addAddress(db: Db, customerId: number, form: AddressRequest, locale: Locale): Promise<Address> {
  const address = await checkedAddress(db, form, locale);
  const id = await withTransaction(db, async (db) => {
    await lockCustomer(db, customerId);
    if ((await countAddresses(db, customerId)) >= ADDRESSES_MAX)
      throw refuse(refusals, "too_many_addresses", { params: { max: ADDRESSES_MAX } });
    return insertAddress(db, customerId, address);
  });
  return getAddress(db, customerId, id, locale);
}

/** Refuses as adding does, and `address_not_found`. */
export async function changeAddress(
  db: Db,
  customerId: number,
  id: number,
  form: AddressRequest,
  locale: Locale,
): Promise<Address> {
  const address = await checkedAddress(db, form, locale);
  if (!(await updateAddress(db, customerId, id, address))) throw refuse(refusals, "address_not_found");
  return getAddress(db, customerId, id, locale);
}

/** Hides an address from its owner; what names it keeps it. Refuses `address_not_found`. */
export async function removeAddress(db: Db, customerId: number, id: number, now: Date): Promise<void> {
  if (!(await hideAddress(db, customerId, id, now))) throw refuse(refusals, "address_not_found");
}

async function checkedAddress(db: Db, form: AddressRequest, locale: Locale): Promise<AddressRequest> {
  const pattern = await findPostcodePattern(db, form.country);
  if (pattern === null) throw refuse(commonRefusals, "validation_failed", { fields: { country: ["unknownCountry"] } });
  const postcode = form.postcode.toUpperCase();
  if (!fitsPattern(postcode, pattern))
    throw refuse(commonRefusals, "validation_failed", { fields: { postcode: ["invalidPostcode"] } });
  return { ...form, postcode, alias: form.alias || text(locale, "address_alias") };
}

/** The whole code has the country's form, as a browser's own `pattern` reads it. */
function fitsPattern(postcode: string, pattern: string): boolean {
  return new RegExp(`^(?:${pattern})$`, "v").test(postcode);
}

function addressIn({ name_ru, name_en, ...address }: AddressRow, locale: Locale): Address {
  return { ...address, country_name: locale === "ru-RU" ? name_ru : name_en };
}
