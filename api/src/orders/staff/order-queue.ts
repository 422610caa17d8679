import { type RawBuilder, sql } from "kysely";
import type { OrderView } from "../admin-schema.ts";
import { buildViewCondition } from "../admin-sql.ts";

/** Selects since when each order of a view waits, as `since`; orders are aliased as o. */
export function selectOrderQueue(
  view: Extract<OrderView, "to_pack" | "missing_customs_data" | "customs_blocked" | "stuck">,
  now: Date,
): RawBuilder<unknown> {
  return sql`select ${sql.ref(view === "stuck" ? "o.shipped_at" : "o.paid_at")} as since from orders o
    where ${buildViewCondition(view, now)}`;
}
