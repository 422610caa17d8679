import { findCustomersByContact } from "../account/staff-created-customers.ts";
import { getComparedPhoneDigits } from "../orders/staff/order-search.ts";
import { maskPersonalValue } from "../platform/audit/personal-values.ts";
import type { Db } from "../platform/db/database.ts";
import type { FoundCustomers } from "./admin-schema.ts";

const MAX_FOUND = 5;

/** Finds customers by a whole email or phone number; their personal data is masked. */
export async function findCustomers(db: Db, text: string): Promise<FoundCustomers> {
  const phoneDigits = getComparedPhoneDigits(text);
  const contact = text.includes("@") ? { email: text.toLowerCase() } : phoneDigits === null ? null : { phoneDigits };
  const rows = contact ? await findCustomersByContact(db, contact, MAX_FOUND) : [];
  return {
    items: rows.map(({ id, locale, orders, name, email, phone, isOwnerOfEmail }) => ({
      ...{ id, locale, orders },
      name: maskPersonalValue("name", name),
      email: maskPersonalValue("email", email),
      phone: maskPersonalValue("phone", phone),
      is_email_confirmed: isOwnerOfEmail,
    })),
  };
}
