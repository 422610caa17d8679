import type { Db } from "../platform/db/database.ts";
import type { CustomsCheckPage, CustomsCheckQuery } from "./admin-schema.ts";
import { countCustomsChecks, type CustomsCheckCursor, listCustomsChecks, type ListedCheckRow } from "./admin-sql.ts";

/** Returns one page of the checks of orders that wait to be sent, and the number of orders of each status. */
export async function getCustomsCheckPage(db: Db, query: CustomsCheckQuery): Promise<CustomsCheckPage> {
  const { status, form, country, product_id: productId, to_pick, limit } = query;
  const filter = { status, form, country, productId, isToPick: to_pick === "true" };
  const after = query.after === undefined ? undefined : parseCursor(query.after);
  const [rows, statusCounts] = await Promise.all([
    listCustomsChecks(db, filter, { after, limit }),
    countCustomsChecks(db, filter),
  ]);
  const counts = { complete: 0, missing: 0, blocked: 0 };
  for (const row of statusCounts) counts[row.status] = row.count;
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(serializeCheck),
    next: last && rows.length > limit ? `${last.paid_micros}_${last.order_id}` : null,
    counts,
  };
}

function parseCursor(cursor: string): CustomsCheckCursor {
  const [micros, orderId] = cursor.split("_").map(Number);
  return { micros: micros ?? 0, orderId: orderId ?? 0 };
}

function serializeCheck(row: ListedCheckRow): CustomsCheckPage["items"][number] {
  const { paid_at, paid_micros: _paidMicros, method_code: code, shipping_name, checked_at, ...fields } = row;
  return {
    ...fields,
    paid_at: paid_at.toISOString(),
    shipping_method: code === null ? null : { code, name: shipping_name },
    checked_at: checked_at.toISOString(),
  };
}
