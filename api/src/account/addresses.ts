import { type Db, withTransaction } from "../platform/db.ts";
import { commonRefusals, refuse } from "../platform/errors.ts";
import type { Locale } from "../platform/locale.ts";
import { text } from "../platform/texts.ts";
import {
  addressesOf,
  type AddressRow,
  countAddresses,
  findAddress,
  findAddressRules,
  hideAddress,
  insertAddress,
  updateAddress,
} from "./address-sql.ts";
import { phoneKept, phoneShown } from "./phone.ts";
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

/**
 * Refuses a country that the shop does not know, what is no post code or lacks the region that the country's post needs,
 * a telephone that is none, and `too_many_addresses`. Telephones are kept in E.164.
 */
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
  const rules = await findAddressRules(db, form.country);
  if (!rules) throw refuse(commonRefusals, "validation_failed", { fields: { country: ["unknownCountry"] } });
  const postcode = form.postcode.toUpperCase();
  const phones = {
    phone_mobile: phoneKept(form.phone_mobile, form.country),
    phone_home: form.phone_home === "" ? "" : phoneKept(form.phone_home, form.country),
  };
  const fields = {
    ...(fitsPattern(postcode, rules.pattern) ? {} : { postcode: ["invalidPostcode"] }),
    ...(rules.region_required && form.state === "" ? { state: ["required"] } : {}),
    ...(phones.phone_mobile === null ? { phone_mobile: ["phoneFormat"] } : {}),
    ...(phones.phone_home === null ? { phone_home: ["phoneFormat"] } : {}),
  };
  const { phone_mobile, phone_home } = phones;
  if (phone_mobile === null || phone_home === null || Object.keys(fields).length > 0)
    throw refuse(commonRefusals, "validation_failed", { fields });
  return { ...form, phone_mobile, phone_home, postcode, alias: form.alias || text(locale, "address_alias") };
}

/** The whole code has the country's form, as a browser's own `pattern` reads it. */
function fitsPattern(postcode: string, pattern: string): boolean {
  return new RegExp(`^(?:${pattern})$`, "v").test(postcode);
}

function addressIn({ name_ru, name_en, ...address }: AddressRow, locale: Locale): Address {
  return {
    ...address,
    country_name: locale === "ru-RU" ? name_ru : name_en,
    phone_shown: phoneShown(address.phone_mobile),
  };
}
