import type { Db } from "../platform/db/database.ts";
import type { Role } from "./admin-schema.ts";
import { getRolePermissions } from "./permissions.ts";
import { listRoleRows } from "./role-sql.ts";

/** Returns every role, in the order in which they were created. */
export async function listRoles(db: Db): Promise<Role[]> {
  const rows = await listRoleRows(db);
  return rows.map((role) => ({ ...role, permissions: [...getRolePermissions(role)] }));
}
