import type { Db, Tx } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";

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
  /** The pending new email; null if no change waits for confirmation. */
  new_email: string | null;
  /** False until the first order of a checkout that began with an email. */
  has_account: boolean;
};

/** Returns the customer's own view of their account. */
export async function getCustomer(db: Db, id: number): Promise<CustomerRow> {
  return db
    .selectFrom("customers")
    .select(["id", "name", "surname", "phone", "gender", "birthday"])
    .select((eb) => [
      eb.fn.coalesce("checkout_email", "email").as("email"),
      eb("checkout_email", "is", null).$castTo<boolean>().as("has_account"),
      eb
        .exists(
          eb
            .selectFrom("consents")
            .select("consents.id")
            .whereRef("consents.customer_id", "=", "customers.id")
            .where("purpose", "=", "newsletter")
            .where("withdrawn_at", "is", null),
        )
        .$castTo<boolean>()
        .as("newsletter"),
      eb("email_verified_at", "is not", null).$castTo<boolean>().as("email_verified"),
      eb
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
  /** Null for an account that staff create: its owner signs in with codes, or sets a password with a reset link. */
  passwordHash: string | null;
  name: string;
  phone: string;
  locale: Locale;
  createdAt: Date;
};

/**
 * Creates a customer.
 * @returns their id, or null if the email is taken, also by a concurrent registration
 */
export async function insertCustomer(db: Tx, customer: NewCustomer): Promise<number | null> {
  const row = await db
    .insertInto("customers")
    .values({
      email: customer.email,
      password_hash: customer.passwordHash,
      name: customer.name,
      phone: customer.phone,
      locale: customer.locale,
      created_at: customer.createdAt,
    })
    .onConflict((on) => on.column("email").where("deleted_at", "is", null).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

export type ProfileChange = {
  name?: string | undefined;
  surname?: string | null | undefined;
  gender?: string | null | undefined;
  birthday?: string | null | undefined;
};

/** Updates the given fields; undefined fields stay unchanged. */
export async function updateProfile(db: Tx, customerId: number, change: ProfileChange): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return;
  await db.updateTable("customers").set(change).where("id", "=", customerId).execute();
}

/** Returns the customer with this email, locked as `lockCustomer` does; null if there is none. */
export async function lockCustomerByEmail(db: Tx, email: string) {
  const row = await db
    .selectFrom("customers")
    .select(["id", "email", "locale"])
    .where("email", "=", email)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Locks the customer's row against concurrent changes until the transaction ends. */
export async function lockCustomer(db: Tx, customerId: number): Promise<void> {
  await db.selectFrom("customers").select("id").where("id", "=", customerId).forNoKeyUpdate().executeTakeFirstOrThrow();
}
