import { type Db, withTransaction } from "../../platform/db/database.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { countAddresses, findCountryAddressRules, softDeleteAddress, insertAddress, updateAddressRow } from "./sql.ts";
import { normalizePhone } from "./phone.ts";
import type { Address, AddressRequest } from "./schema.ts";
import { refusals } from "../schema.ts";
import { lockCustomer } from "../sql.ts";
import { getAddress } from "./saved-addresses.ts";

const MAX_ADDRESSES = 50;

/**
 * Adds an address. Phone numbers are stored in E.164. Refuses an unknown country, a postcode that does not match the
 * country's pattern, a missing region if the country requires one, an invalid phone number, and `too_many_addresses`.
 * Source of the rules: docs/domain/accounts.md.
 */
export async function addAddress(db: Db, customerId: number, form: AddressRequest, locale: Locale): Promise<Address> {
  const address = await validateAddress(db, form, locale);
  const id = await withTransaction(db, async (db) => {
    await lockCustomer(db, customerId);
    if ((await countAddresses(db, customerId)) >= MAX_ADDRESSES)
      throw refuse(refusals, "too_many_addresses", { params: { max: MAX_ADDRESSES } });
    return insertAddress(db, customerId, address);
  });
  return getAddress(db, customerId, id, locale);
}

/** Replaces an address. Refuses what `addAddress` refuses, and `address_not_found`. */
export async function replaceAddress(
  db: Db,
  customerId: number,
  id: number,
  form: AddressRequest,
  locale: Locale,
): Promise<Address> {
  const address = await validateAddress(db, form, locale);
  if (!(await updateAddressRow(db, customerId, id, address))) throw refuse(refusals, "address_not_found");
  return getAddress(db, customerId, id, locale);
}

/** Marks an address as deleted; orders that refer to it keep it. Refuses `address_not_found`. */
export async function removeAddress(db: Db, customerId: number, id: number, now: Date): Promise<void> {
  if (!(await softDeleteAddress(db, customerId, id, now))) throw refuse(refusals, "address_not_found");
}

async function validateAddress(db: Db, form: AddressRequest, locale: Locale): Promise<AddressRequest> {
  const { address, errors } = await normalizeAddress(db, form);
  if (!address) throw refuse(commonRefusals, "validation_failed", { fields: errors });
  return { ...address, alias: address.alias || formatMessage(locale, "address_alias") };
}

type NormalizedAddress =
  | { address: AddressRequest; errors: Record<string, never> }
  | { address: null; errors: Record<string, string[]> };

/**
 * Checks an address by the rules of its country.
 * @returns the address with phone numbers in E.164, or the errors of its fields
 */
export async function normalizeAddress(db: Db, form: AddressRequest): Promise<NormalizedAddress> {
  const rules = await findCountryAddressRules(db, form.country);
  if (!rules) return { address: null, errors: { country: ["unknownCountry"] } };
  const postcode = form.postcode.toUpperCase();
  const phones = {
    phone_mobile: normalizePhone(form.phone_mobile, form.country),
    phone_home: form.phone_home === "" ? "" : normalizePhone(form.phone_home, form.country),
  };
  const errors = {
    ...(matchesPattern(postcode, rules.pattern) ? {} : { postcode: ["invalidPostcode"] }),
    ...(rules.region_required && form.state === "" ? { state: ["required"] } : {}),
    ...(phones.phone_mobile === null ? { phone_mobile: ["phoneFormat"] } : {}),
    ...(phones.phone_home === null ? { phone_home: ["phoneFormat"] } : {}),
  };
  const { phone_mobile, phone_home } = phones;
  if (phone_mobile === null || phone_home === null || Object.keys(errors).length > 0) return { address: null, errors };
  return { address: { ...form, phone_mobile, phone_home, postcode }, errors: {} };
}

/** Returns whether the whole postcode matches a pattern, as with the `pattern` attribute of an HTML input. */
function matchesPattern(postcode: string, pattern: string): boolean {
  return new RegExp(`^(?:${pattern})$`, "v").test(postcode);
}
