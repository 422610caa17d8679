import type { ProductStatus } from "../../catalog/admin-schema.ts";
import { type EditedProductRow, lockProduct, updateEditedProduct } from "../../catalog/products/product-editing.ts";
import type { Tx } from "../../platform/db/database.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import type { ActionContext, ActionOutcome } from "../../staff/admin-action.ts";
import { refusals } from "../admin-schema.ts";
import type { ChangedStatus } from "./admin-schema.ts";
import { toProductValues } from "./product-values.ts";
import { checkRequirements, refusePublishing } from "./requirements.ts";
import { countPictures } from "./sql.ts";

type StatusChange = Readonly<{ from: ProductStatus; to: ProductStatus }>;

/**
 * Changes the status of a product. A draft is new in the store from the moment at which it is published.
 * @throws Refusal `not_found`; `state_changed` if it has neither the status that the person saw nor the new one; `publishing_blocked` with
 * the fields that it lacks; `product_not_published` for a draft that would be taken out of the store
 */
export async function changeStatus(
  tx: Tx,
  id: number,
  { from, to }: StatusChange,
  { now }: Pick<ActionContext, "now">,
): Promise<ActionOutcome<ChangedStatus>> {
  const row = await lock(tx, id);
  const published_at = row.published_at.toISOString();
  if (row.status === to) return { result: { id, status: to, previous_status: to, published_at }, changes: null };
  requireStatus(row, from);
  if (to === "active") await requirePublishable(tx, row);
  else if (from === "draft") throw refuse(refusals, "product_not_published");
  const isFirstTime = from === "draft" && to === "active";
  await updateEditedProduct(tx, row, { status: to, ...(isFirstTime ? { published_at: now } : {}) }, now);
  const result = { id, status: to, previous_status: from, published_at };
  return { result, changes: [{ field: "status", from, to }] };
}

/** Takes back a change of the status, with the time of the publication. @throws like `changeStatus` */
export async function restoreStatus(
  tx: Tx,
  id: number,
  { from, to, publishedAt }: StatusChange & { publishedAt: Date },
  { now }: Pick<ActionContext, "now">,
): Promise<ActionOutcome<ChangedStatus>> {
  const row = await lock(tx, id);
  requireStatus(row, from);
  if (to === "active") await requirePublishable(tx, row);
  await updateEditedProduct(tx, row, { status: to, published_at: publishedAt }, now);
  const result = { id, status: to, previous_status: from, published_at: publishedAt.toISOString() };
  return { result, changes: [{ field: "status", from, to }] };
}

async function lock(tx: Tx, id: number): Promise<EditedProductRow> {
  const row = await lockProduct(tx, id);
  if (!row) throw refuse(commonRefusals, "not_found");
  return row;
}

function requireStatus(row: EditedProductRow, status: ProductStatus): void {
  if (row.status !== status) throw refuse(refusals, "state_changed", { data: { status: row.status } });
}

async function requirePublishable(tx: Tx, row: EditedProductRow): Promise<void> {
  const requirements = checkRequirements({ values: toProductValues(row), ...(await countPictures(tx, row.id)) });
  const fields = requirements.flatMap(({ key, is_met }) => (is_met ? [] : [key]));
  if (fields.length > 0) throw refusePublishing(fields);
}
