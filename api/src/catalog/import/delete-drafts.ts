import { sql } from "kysely";
import { getSqlState, type Tx, withSavepoint } from "../../platform/db/database.ts";

/** SQLSTATE of a deletion of a row that others refer to. */
const FOREIGN_KEY_VIOLATION = "23503";

/**
 * Deletes products that are drafts still, unless something refers to them, such as an order.
 * @returns how many were deleted
 */
export async function deleteDrafts(tx: Tx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  try {
    return await withSavepoint(tx, async () => {
      const result = await sql`delete from products where id = any(${[...ids]}) and status = 'draft'`.execute(tx);
      return Number(result.numAffectedRows ?? 0);
    });
  } catch (error) {
    if (getSqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
    if (ids.length === 1) return 0;
    const middle = Math.ceil(ids.length / 2);
    return (await deleteDrafts(tx, ids.slice(0, middle))) + (await deleteDrafts(tx, ids.slice(middle)));
  }
}
