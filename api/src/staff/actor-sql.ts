import type { Db } from "../platform/db/database.ts";

/** Returns the id of the active account with an email; null without one. */
export async function findActiveStaffId(db: Db, email: string): Promise<number | null> {
  const row = await db
    .selectFrom("staff")
    .select("id")
    .where("email", "=", email)
    .where("status", "=", "active")
    .executeTakeFirst();
  return row?.id ?? null;
}
