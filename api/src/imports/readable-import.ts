import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { requirePermission } from "../staff/admin-action.ts";
import type { StaffSession } from "../staff/admin-endpoint.ts";
import { refusals } from "./admin-schema.ts";
import { getRequiredPermissions } from "./fields.ts";
import { findImport, type ImportRow } from "./sql.ts";

/** Returns an import. Costs and prices are shown to those who may change them. @throws Refusal `import_not_found`, `forbidden` */
export async function requireReadable(db: Db, id: number, session: StaffSession): Promise<ImportRow> {
  const row = await findImport(db, id);
  if (!row) throw refuse(refusals, "import_not_found");
  for (const permission of getRequiredPermissions(row.columns ?? [])) requirePermission(session, permission);
  return row;
}
