import { z } from "zod";
import { getAnyCurrency } from "../../money/service.ts";
import { compareFields, reverseChanges } from "../../platform/changes/compare-fields.ts";
import type { Tx } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { adminAction } from "../../staff/admin-action.ts";
import { createSupplierRequest, editSupplierRequest, refusals, type Supplier } from "./admin-schema.ts";
import { hasNamesake, insertSupplier, lockSupplier, updateSupplier } from "./sql.ts";

const fields = ["name", "currency", "email", "contact", "lead_days", "note"] as const;

/** Adds a supplier (docs/domain/purchase-orders.md). */
export const createSupplier = adminAction({
  name: "supplier.created",
  permission: "inventory:write",
  params: z.object({}),
  input: createSupplierRequest,
  subject: (_params, { id }: { id: number }) => ({ kind: "supplier", id }),
  stepUp: () => false,
  run: async (tx, _params, input) => {
    await checkSupplier(tx, { ...input, id: null });
    const id = await insertSupplier(tx, input);
    return { result: { id }, changes: fields.map((field) => ({ field, from: null, to: input[field] })) };
  },
  inverse: null,
});

/** Changes a supplier, or ends new orders with it. */
export const editSupplier = adminAction({
  name: "supplier.updated",
  permission: "inventory:write",
  params: idParams,
  input: editSupplierRequest,
  subject: ({ id }) => ({ kind: "supplier", id }),
  stepUp: () => false,
  run: async (tx, { id }, { changes: edits }) => {
    const supplier = await lockSupplier(tx, id);
    if (!supplier) throw refuse(refusals, "supplier_not_found");
    const changes = await compareFields(tx, { kind: "supplier", id }, supplier, edits);
    if (changes.length === 0) return { result: { id }, changes: null };
    const newValues: Partial<Supplier> = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
    const changed = { ...supplier, ...newValues };
    if (changed.is_active) await checkSupplier(tx, changed);
    await updateSupplier(tx, id, newValues);
    return { result: { id }, changes };
  },
  inverse: ({ params: { id }, changes }) => ({
    action: "supplier.updated",
    params: { id: String(id) },
    input: { changes: reverseChanges(changes) },
  }),
});

/** @throws Refusal `supplier_exists`, `unknown_currency` */
async function checkSupplier(
  tx: Tx,
  { id, name, currency }: { id: number | null; name: string; currency: string },
): Promise<void> {
  await getAnyCurrency(tx, currency);
  if (await hasNamesake(tx, { id, name })) throw refuse(refusals, "supplier_exists");
}
