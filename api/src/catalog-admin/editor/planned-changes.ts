import { sql } from "kysely";
import type { ProductStatus } from "../../catalog/admin-schema.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { listRecordTasks, type RecordTaskRow } from "../../tasks/planned-tasks.ts";
import { formatRefusal } from "../../tasks/task-list.ts";
import type { PlannedChange } from "./admin-schema.ts";
import { chainEdits } from "./task-kinds.ts";

/** How long the editor shows a change that was refused at its time. */
const REFUSED_MS = 7 * 24 * 60 * 60 * 1000;

const statuses: Readonly<Record<string, ProductStatus>> = {
  publish: "active",
  hide: "hidden",
  discontinue: "discontinued",
};

/**
 * Lists the changes that are planned for a product, in their order: edits of fields, and changes of its status or prices
 * together with other products. Those that were refused in the last days come with the reason.
 */
export async function listPlannedChanges(
  db: Db,
  productId: number,
  { locale, now }: { locale: Locale; now: Date },
): Promise<PlannedChange[]> {
  const rows = await listRecordTasks(db, {
    kinds: ["products.edit", "products.update", "prices.adjust"],
    subjectIds: sql`select ${String(productId)} union all
      select v.product_id || '-' || v.option_id from product_variants v where v.product_id = ${productId}`,
    since: new Date(now.getTime() - REFUSED_MS),
  });
  return rows.map((row) => ({
    // The rule of a change of prices is for those who may change prices.
    input: row.kind === "prices.adjust" ? {} : row.input,
    ...{ task_id: row.id, kind: row.kind, run_at: row.run_at.toISOString(), products: row.total },
    author: { id: row.author_id, name: row.author_name },
    edits: listEdits(row),
    refusal: row.refusal && formatRefusal(locale, row.refusal),
  }));
}

function listEdits({ kind, input, base }: RecordTaskRow): PlannedChange["edits"] {
  if (kind === "products.edit")
    return Object.entries(chainEdits(input["changes"] as object, base)).map(([field, edit]) => ({ field, ...edit }));
  const to = kind === "products.update" ? statuses[String(input["change"])] : undefined;
  return to === undefined ? [] : [{ field: "status", from: base?.["status"], to }];
}
