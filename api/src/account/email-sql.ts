import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";

export type EmailLink = {
  tokenHash: Buffer;
  customerId: number;
  /** The address that the letter goes to. */
  email: string;
  changeId: number | null;
  at: Date;
  expiresAt: Date;
};

/** Keeps a link; nothing where its customer, or the change that it is about, is gone meanwhile. */
export async function insertEmailLink(db: Db, link: EmailLink): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into email_links (token_hash, customer_id, email, change_id, created_at, expires_at)
    select ${link.tokenHash}, c.id, ${link.email}, ch.id, ${link.at}, ${link.expiresAt}
    from customers c left join email_changes ch on ch.customer_id = c.id and ch.id = ${link.changeId}::int
    where c.id = ${link.customerId} and c.deleted_at is null and (ch.id is not null or ${link.changeId}::int is null)`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** Uses a live link up, once: what it was for, or null. */
export async function takeEmailLink(db: Tx, tokenHash: Buffer, at: Date) {
  const taken = await db
    .deleteFrom("email_links")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", at)
    .returning(["customer_id as customerId", "email", "change_id as changeId"])
    .executeTakeFirst();
  return taken ?? null;
}

/** Whose live link this is, or null. Taking it up comes after the customer's row is locked. */
export async function ownerOfEmailLink(db: Db, tokenHash: Buffer, at: Date): Promise<number | null> {
  const found = await db
    .selectFrom("email_links")
    .select("customer_id")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return found?.customer_id ?? null;
}

/** Puts a change in the place of any other of this customer. @returns its id. */
export async function replaceEmailChange(
  db: Tx,
  change: { customerId: number; newEmail: string; at: Date; expiresAt: Date },
): Promise<number> {
  await deleteEmailChange(db, change.customerId);
  const { id } = await db
    .insertInto("email_changes")
    .values({
      customer_id: change.customerId,
      new_email: change.newEmail,
      asked_at: change.at,
      expires_at: change.expiresAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteEmailChange(db: Tx, customerId: number): Promise<void> {
  await db.deleteFrom("email_changes").where("customer_id", "=", customerId).execute();
}

/** A change as it stands, or null where it was called off, replaced or has ended. */
export async function findEmailChange(db: Db, id: number, at: Date) {
  const change = await db
    .selectFrom("email_changes")
    .innerJoin("customers", "customers.id", "email_changes.customer_id")
    .select(["email_changes.id", "customer_id as customerId", "customers.email as oldEmail", "new_email as newEmail"])
    .where("email_changes.id", "=", id)
    .where("expires_at", ">", at)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return change ?? null;
}

/** Notes the yes of one address. @returns whether both have said it. */
export async function confirmChange(db: Tx, id: number, side: "old" | "new", at: Date): Promise<boolean> {
  const { both } = await db
    .updateTable("email_changes")
    .set(side === "old" ? { old_confirmed_at: at } : { new_confirmed_at: at })
    .where("id", "=", id)
    .returning((row) =>
      row
        .and([row("old_confirmed_at", "is not", null), row("new_confirmed_at", "is not", null)])
        .$castTo<boolean>()
        .as("both"),
    )
    .executeTakeFirstOrThrow();
  return both;
}

/** True where the address is a customer's. */
export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const found = await db
    .selectFrom("customers")
    .select("id")
    .where("email", "=", email)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Gives a customer his new, confirmed address. @returns false where somebody else has got it meanwhile. */
export async function replaceEmail(db: Tx, customerId: number, email: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update customers set email = ${email}, email_verified_at = ${at}
    where id = ${customerId}
      and not exists (select from customers other where other.email = ${email} and other.deleted_at is null)`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

export async function isEmailVerified(db: Db, customerId: number): Promise<boolean> {
  const found = await db
    .selectFrom("customers")
    .select("id")
    .where("id", "=", customerId)
    .where("email_verified_at", "is not", null)
    .executeTakeFirst();
  return found !== undefined;
}
