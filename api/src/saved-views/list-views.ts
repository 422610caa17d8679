import { countOrderLists } from "../orders/staff/order-list.ts";
import type { Db } from "../platform/db/database.ts";
import { parseViewQuery, type SavedView } from "./admin-schema.ts";
import { listSavedViews } from "./sql.ts";

/** Lists the views of the order list that a person has, with the number of orders in each: two statements. */
export async function listOrderViews(db: Db, { staffId, now }: { staffId: number; now: Date }): Promise<SavedView[]> {
  const views = (await listSavedViews(db, "orders", staffId)).map((view) => ({
    ...view,
    list: parseViewQuery(view.query),
  }));
  const counts = await countOrderLists(
    db,
    views.flatMap(({ id, list }) => (list ? [{ id, list }] : [])),
    { staffId, now },
  );
  return views.map(({ id, name, query, owner_id }) => ({
    ...{ id, name, query, is_shared: owner_id === null },
    count: counts.get(id) ?? null,
  }));
}
