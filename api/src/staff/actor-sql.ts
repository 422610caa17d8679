import { sql } from "kysely";
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

export type AuthorRow = { email: string; locale: "ru-RU" | "en-US"; role_key: string; permissions: string[] };

/** Returns an active member of staff with their role; undefined if the account is not active. */
export async function findActiveAuthor(db: Db, staffId: number): Promise<AuthorRow | undefined> {
  const { rows } = await sql<AuthorRow>`
    select p.email, p.locale, r.key as role_key, r.permissions from staff p join roles r on r.id = p.role_id
    where p.id = ${staffId} and p.status = 'active'`.execute(db);
  return rows[0];
}
