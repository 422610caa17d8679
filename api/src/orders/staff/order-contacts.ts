import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { OrderContacts } from "./admin-schema.ts";
import { type AddressSnapshot, formatRecipientName, getCountryName } from "../order-address.ts";

/** Returns the unmasked contacts of an order; null if there is no such order. Those of a deleted account are empty. */
export async function getContacts(db: Db, orderId: number, locale: Locale): Promise<OrderContacts | null> {
  const row = await db
    .selectFrom("orders as o")
    .innerJoin("customers as c", "c.id", "o.customer_id")
    .select(["c.name", "c.surname", "c.email", "c.phone", "c.deleted_at", "o.address"])
    .where("o.id", "=", orderId)
    .executeTakeFirst();
  if (!row) return null;
  const address = row.address as AddressSnapshot | null;
  return {
    customer:
      row.deleted_at === null
        ? { name: [row.name, row.surname].filter(Boolean).join(" "), email: row.email, phone: row.phone }
        : { name: "", email: "", phone: "" },
    address: address && serializeContactAddress(address, locale),
  };
}

function serializeContactAddress(address: AddressSnapshot, locale: Locale): NonNullable<OrderContacts["address"]> {
  return {
    recipient: formatRecipientName(address),
    company: address.company ?? "",
    address: address.address,
    city: address.city,
    state: address.state ?? "",
    postcode: address.postcode,
    country_name: getCountryName(address, locale),
    phone: address.phone_mobile,
  };
}
