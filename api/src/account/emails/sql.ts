import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

export type EmailLink = {
  tokenHash: Buffer;
  customerId: number;
  /** The address that the email goes to. */
  email: string;
  changeId: number | null;
  createdAt: Date;
  expiresAt: Date;
};

/**
 * Stores a link.
 * @returns false if its customer or its email change no longer exists
 */
export async function insertEmailLink(db: Db, link: EmailLink): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into email_links (token_hash, customer_id, email, change_id, created_at, expires_at)
    select ${link.tokenHash}, c.id, ${link.email}, ch.id, ${link.createdAt}, ${link.expiresAt}
    from customers c left join email_changes ch on ch.customer_id = c.id and ch.id = ${link.changeId}::int
    where c.id = ${link.customerId} and c.deleted_at is null and (ch.id is not null or ${link.changeId}::int is null)`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/**
 * Deletes an unexpired link, so that it works once.
 * @returns what it was for, or null
 */
export async function consumeEmailLink(db: Tx, tokenHash: Buffer, now: Date) {
  const link = await db
    .deleteFrom("email_links")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .returning(["customer_id as customerId", "email", "change_id as changeId"])
    .executeTakeFirst();
  return link ?? null;
}

/**
 * Returns the customer of an unexpired link, or null. The link is consumed later, after the customer's row is locked.
 */
export async function findEmailLinkOwner(db: Db, tokenHash: Buffer, now: Date): Promise<number | null> {
  const row = await db
    .selectFrom("email_links")
    .select("customer_id")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.customer_id ?? null;
}

/**
 * Replaces the customer's pending email change.
 * @returns the id of the new one
 */
export async function replaceEmailChange(
  db: Tx,
  change: { customerId: number; newEmail: string; requestedAt: Date; expiresAt: Date },
): Promise<number> {
  await deleteEmailChange(db, change.customerId);
  const { id } = await db
    .insertInto("email_changes")
    .values({
      customer_id: change.customerId,
      new_email: change.newEmail,
      requested_at: change.requestedAt,
      expires_at: change.expiresAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteEmailChange(db: Tx, customerId: number): Promise<void> {
  await db.deleteFrom("email_changes").where("customer_id", "=", customerId).execute();
}

/** Returns a pending email change, or null if it was canceled, replaced or has expired. */
export async function findEmailChange(db: Db, id: number, now: Date) {
  const change = await db
    .selectFrom("email_changes")
    .innerJoin("customers", "customers.id", "email_changes.customer_id")
    .select(["email_changes.id", "customer_id as customerId", "customers.email as oldEmail", "new_email as newEmail"])
    .where("email_changes.id", "=", id)
    .where("expires_at", ">", now)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return change ?? null;
}

/**
 * Records the confirmation of one address.
 * @returns whether both addresses have confirmed
 */
export async function confirmEmailChange(db: Tx, id: number, side: "old" | "new", now: Date): Promise<boolean> {
  const { both } = await db
    .updateTable("email_changes")
    .set(side === "old" ? { old_confirmed_at: now } : { new_confirmed_at: now })
    .where("id", "=", id)
    .returning((eb) =>
      eb
        .and([eb("old_confirmed_at", "is not", null), eb("new_confirmed_at", "is not", null)])
        .$castTo<boolean>()
        .as("both"),
    )
    .executeTakeFirstOrThrow();
  return both;
}

/** Whether a customer has this email. */
export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom("customers")
    .select("id")
    .where("email", "=", email)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Sets the customer's new, confirmed email.
 * @returns false if another customer has taken it meanwhile
 */
export async function replaceEmail(db: Tx, customerId: number, email: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update customers set email = ${email}, email_verified_at = ${now}
    where id = ${customerId}
      and not exists (select from customers other where other.email = ${email} and other.deleted_at is null)`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

export async function isEmailVerified(db: Db, customerId: number): Promise<boolean> {
  const row = await db
    .selectFrom("customers")
    .select("id")
    .where("id", "=", customerId)
    .where("email_verified_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks the customer's email as confirmed, if it is still the given one. */
export async function markEmailVerified(db: Tx, customerId: number, now: Date, email: string): Promise<void> {
  await db
    .updateTable("customers")
    .set({ email_verified_at: now })
    .where("id", "=", customerId)
    .where("email", "=", email)
    .where("email_verified_at", "is", null)
    .execute();
}
