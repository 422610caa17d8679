import type { Db } from "../platform/db/database.ts";
import { OWNER_ROLE } from "./permissions.ts";

/** Returns whether anyone can manage staff. */
export async function hasActiveOwner(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom("staff")
    .innerJoin("roles", "roles.id", "staff.role_id")
    .select("staff.id")
    .where("roles.key", "=", OWNER_ROLE)
    .where("staff.status", "=", "active")
    .executeTakeFirst();
  return row !== undefined;
}
