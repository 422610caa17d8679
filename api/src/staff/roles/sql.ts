import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

export type RoleRow = {
  id: number;
  key: string;
  name_ru: string;
  name_en: string;
  permissions: string[];
  version: number;
};
type RoleValues = Pick<RoleRow, "name_ru" | "name_en" | "permissions">;

const columns = ["id", "key", "name_ru", "name_en", "permissions", "version"] as const;

/** Returns every role with the number of people who have it. */
export async function listRoleRows(db: Db) {
  return db
    .selectFrom("roles")
    .select(columns)
    .select((eb) =>
      eb
        .selectFrom("staff")
        .select((person) => person.cast<number>(person.fn.countAll(), "integer").as("count"))
        .whereRef("staff.role_id", "=", "roles.id")
        .where("staff.status", "<>", "disabled")
        .$asScalar()
        .$notNull()
        .as("staff_count"),
    )
    .orderBy("id")
    .execute();
}

/** Makes those who change roles wait for each other until the end of the transaction; readers do not wait. */
export async function lockRoles(tx: Tx): Promise<void> {
  await sql`lock table roles in share row exclusive mode`.execute(tx);
}

/** Returns a role; null if there is none. */
export async function findRoleById(db: Db, id: number): Promise<RoleRow | null> {
  return (await db.selectFrom("roles").select(columns).where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Returns the names of all other roles. */
export async function listOtherRoleNames(db: Db, id: number | null): Promise<Pick<RoleRow, "name_ru" | "name_en">[]> {
  const names = db.selectFrom("roles").select(["name_ru", "name_en"]);
  return (id === null ? names : names.where("id", "<>", id)).execute();
}

/** Adds a role. Its key is `key`, or if that is taken the next free one: `key_2`. */
export async function insertRole(tx: Tx, key: string, values: RoleValues): Promise<RoleRow> {
  for (let number = 1; ; number++) {
    const row = await tx
      .insertInto("roles")
      .values({ key: number === 1 ? key : `${key}_${number}`, ...values })
      .onConflict((on) => on.column("key").doNothing())
      .returning(columns)
      .executeTakeFirst();
    if (row) return row;
  }
}

export async function updateRole(tx: Tx, id: number, values: Partial<RoleValues>): Promise<void> {
  await tx
    .updateTable("roles")
    .set((eb) => ({ ...values, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

/**
 * Counts the accounts with a role, also disabled ones, and the invitations to it that can still be accepted. The role is
 * locked, so that neither is added.
 */
export async function countRoleUses(tx: Tx, id: number, now: Date): Promise<{ accounts: number; invitations: number }> {
  await tx.selectFrom("roles").select("id").where("id", "=", id).forUpdate().execute();
  const { rows } = await sql<{ accounts: number; invitations: number }>`select
    (select count(*)::integer from staff where role_id = ${id}) as accounts,
    (select count(*)::integer from staff_invitations
      where role_id = ${id} and accepted_at is null and expires_at > ${now}) as invitations`.execute(tx);
  return rows[0] ?? { accounts: 0, invitations: 0 };
}

/** Deletes a role that nobody has, with its invitations that were accepted or have expired. */
export async function deleteRole(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("staff_invitations").where("role_id", "=", id).execute();
  await tx.deleteFrom("roles").where("id", "=", id).execute();
}
