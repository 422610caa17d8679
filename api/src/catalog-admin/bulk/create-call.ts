import { z } from "zod";
import { productStatus } from "../../catalog/admin-schema.ts";
import type { RecordCall, TaskRecord } from "../../tasks/task-kind.ts";
import { discontinueProduct, hideProduct, publishProduct, updateProductAction } from "../editor/admin-actions.ts";
import type { ProductValues } from "../editor/admin-schema.ts";
import type { StatusChangeKind, UpdateProductsInput } from "./admin-schema.ts";

/** What a product belonged to and its status when it was selected (`selectProducts`). */
const productBase = z.object({
  status: productStatus,
  category_id: z.int(),
  brand_id: z.int(),
  series_id: z.int().nullable(),
  tag_ids: z.array(z.int()),
  concern_ids: z.array(z.int()),
});
type ProductBase = z.infer<typeof productBase>;

const statusActions = { publish: publishProduct, hide: hideProduct, discontinue: discontinueProduct };

const isStatusKind = (change: UpdateProductsInput["change"]): change is StatusChangeKind => change in statusActions;

/** Returns the ordinary action that makes a change of many products with one of them. */
export function createProductCall(record: TaskRecord, input: UpdateProductsInput): RecordCall {
  const base = productBase.parse(record.base);
  const params = { id: record.id };
  const { change, ...terms } = input;
  if (isStatusKind(change)) return { action: statusActions[change], params, input: { from: base.status } };
  const values = getNewValues(base, { change, ...terms });
  const changes = Object.fromEntries(
    Object.entries(values).map(([field, to]) => [field, { from: base[field as keyof ProductBase], to }]),
  );
  return { action: updateProductAction, params, input: { changes } };
}

function getNewValues(
  { brand_id, series_id, tag_ids, concern_ids }: ProductBase,
  { change, term_id: id = 0, series_id: newSeries }: UpdateProductsInput,
): Partial<ProductValues> {
  if (change === "category") return { category_id: id };
  if (change === "brand") {
    const keptSeries = brand_id === id ? series_id : null;
    return { brand_id: id, series_id: newSeries ?? keptSeries };
  }
  if (change === "add_tag" || change === "remove_tag") return { tag_ids: changeList(tag_ids, change, id) };
  return { concern_ids: changeList(concern_ids, change, id) };
}

function changeList(ids: readonly number[], change: UpdateProductsInput["change"], id: number): number[] {
  const others = ids.filter((one) => one !== id);
  return (change.startsWith("add") ? [...others, id] : others).toSorted((a, b) => a - b);
}
