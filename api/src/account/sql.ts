import type { Db, Tx } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";

export type CustomerRow = {
  id: number;
  email: string;
  name: string;
  surname: string | null;
  phone: string;
  gender: string | null;
  birthday: string | null;
  newsletter: boolean;
  email_verified: boolean;
  /** The address that he wants to change to; null unless both letters of that wait for an answer. */
  new_email: string | null;
};

/** A customer as he sees himself. */
export async function getCustomer(db: Db, id: number): Promise<CustomerRow> {
  return db
    .selectFrom("customers")
    .select(["id", "email", "name", "surname", "phone", "gender", "birthday"])
    .select((row) => [
      row
        .exists(
          row
            .selectFrom("consents")
            .select("consents.id")
            .whereRef("consents.customer_id", "=", "customers.id")
            .where("purpose", "=", "newsletter")
            .where("withdrawn_at", "is", null),
        )
        .$castTo<boolean>()
        .as("newsletter"),
      row("email_verified_at", "is not", null).$castTo<boolean>().as("email_verified"),
      row
        .selectFrom("email_changes")
        .select("new_email")
        .whereRef("email_changes.customer_id", "=", "customers.id")
        .as("new_email"),
    ])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

export type NewCustomer = {
  email: string;
  passwordHash: string;
  name: string;
  phone: string;
  locale: Locale;
  at: Date;
};

/** The new customer's id, or null when the email belongs to somebody, also to one who registers at this moment. */
export async function insertCustomer(db: Tx, customer: NewCustomer): Promise<number | null> {
  const made = await db
    .insertInto("customers")
    .values({
      email: customer.email,
      password_hash: customer.passwordHash,
      name: customer.name,
      phone: customer.phone,
      locale: customer.locale,
      created_at: customer.at,
    })
    .onConflict((on) => on.column("email").where("deleted_at", "is", null).doNothing())
    .returning("id")
    .executeTakeFirst();
  return made?.id ?? null;
}

export type ProfileChange = {
  name?: string | undefined;
  surname?: string | null | undefined;
  gender?: string | null | undefined;
  birthday?: string | null | undefined;
};

export async function updateProfile(db: Tx, customerId: number, change: ProfileChange): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return;
  await db.updateTable("customers").set(change).where("id", "=", customerId).execute();
}

/** The customer of an address, held like `lockCustomer` does; null where it is nobody's. */
export async function lockCustomerByEmail(db: Tx, email: string) {
  const found = await db
    .selectFrom("customers")
    .select(["id", "email", "locale"])
    .where("email", "=", email)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/** Keeps others who change the same customer waiting until the transaction ends. */
export async function lockCustomer(db: Tx, customerId: number): Promise<void> {
  await db.selectFrom("customers").select("id").where("id", "=", customerId).forNoKeyUpdate().executeTakeFirstOrThrow();
}
