import type { Db, Tx } from "../platform/db/database.ts";

/** Returns the id of the active account with this email; null if there is none. */
export async function findActiveStaffId(db: Db, email: string): Promise<number | null> {
  const row = await db
    .selectFrom("staff")
    .select("id")
    .where("email", "=", email)
    .where("status", "=", "active")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Stores a link that signs a person in once. */
export async function insertDemoLink(
  db: Tx,
  link: { token_hash: Buffer; staff_id: number; expires_at: Date },
): Promise<void> {
  await db.insertInto("staff_demo_links").values(link).execute();
}

/**
 * Deletes a link, so that it is used once.
 * @returns the person that it signs in; null if there is no such link
 */
export async function deleteDemoLink(db: Tx, tokenHash: Buffer, now: Date): Promise<number | null> {
  const row = await db
    .deleteFrom("staff_demo_links")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .returning("staff_id")
    .executeTakeFirst();
  return row?.staff_id ?? null;
}
