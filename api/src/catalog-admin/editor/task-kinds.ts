import { z } from "zod";
import type { FieldEdit } from "../../platform/changes/schema.ts";
import { requirePermission } from "../../staff/admin-action.ts";
import { defineTaskKind } from "../../tasks/task-kind.ts";
import { productSelection } from "../bulk/product-selection.ts";
import { updateProductAction } from "./admin-actions.ts";
import { isPriceField, updateProductRequest } from "./admin-schema.ts";

/** The values that changes planned for an earlier time will have given the product; null without any. */
const base = z.object({ planned_values: z.record(z.string(), z.unknown()).nullable() });

/** Returns the edits of a planned change, which expect what changes planned for an earlier time have made of the fields. */
export function chainEdits(edits: object, recordBase: unknown): Record<string, FieldEdit> {
  const planned = base.parse(recordBase).planned_values ?? {};
  const chained = Object.entries(edits as Record<string, FieldEdit>).map(([name, { from, to }]) => [
    name,
    { from: Object.hasOwn(planned, name) ? planned[name] : from, to },
  ]);
  return Object.fromEntries(chained) as Record<string, FieldEdit>;
}

/** Edits fields of a product at a time (docs/domain/catalog-admin.md). */
export const editProductTask = defineTaskKind({
  name: "products.edit",
  list: productSelection,
  permission: updateProductAction.permission,
  input: updateProductRequest,
  canBePlanned: true,
  check: ({ changes }, { permissions }) => {
    if (Object.keys(changes).some((name) => isPriceField(name))) requirePermission({ permissions }, "prices:write");
  },
  createCall: ({ id, base: recordBase }, { changes }) => ({
    ...{ action: updateProductAction, params: { id }, input: { changes: chainEdits(changes, recordBase) } },
  }),
});
