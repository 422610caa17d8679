import { z } from "zod";
import { getAnyCurrency } from "../../money/service.ts";
import { type Currency, toMajorUnits, toMinorUnits } from "../../money/currency.ts";
import { compareFields, reverseChanges } from "../../platform/changes/compare-fields.ts";
import type { Tx } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { adminAction } from "../../staff/admin-action.ts";
import { refusals as staffRefusals } from "../../staff/admin-schema.ts";
import { lockSupplier } from "../suppliers/sql.ts";
import {
  type ChangedPurchaseOrder,
  createPurchaseOrderRequest,
  editPurchaseOrderRequest,
  type PurchaseOrderLineInput,
  type PurchaseOrderStatus,
  type PurchaseOrderStep,
  purchaseOrderStepRequest,
  refusals,
  restorePurchaseOrderRequest,
} from "./admin-schema.ts";
import {
  countVariants,
  deletePurchaseOrder,
  insertPurchaseOrder,
  listLines,
  lockPurchaseOrder,
  type PurchaseOrderRow,
  saveLines,
  updatePurchaseOrder,
} from "./sql.ts";

const subjectOf = (id: number) => ({ kind: "purchase_order", id });

/** Creates the draft of an order from a supplier (docs/domain/purchase-orders.md). */
export const createPurchaseOrder = adminAction({
  name: "purchase_order.created",
  permission: "inventory:write",
  params: z.object({}),
  input: createPurchaseOrderRequest,
  subject: (_params, { id }: ChangedPurchaseOrder) => subjectOf(id),
  stepUp: () => false,
  run: async (tx, _params, { lines, delivery, ...input }, { actor, now }) => {
    const supplier = await lockSupplier(tx, input.supplier_id);
    if (!supplier?.is_active) throw refuse(refusals, "supplier_not_found");
    const currency = await getAnyCurrency(tx, supplier.currency);
    await checkVariants(tx, lines);
    const id = await insertPurchaseOrder(tx, {
      ...input,
      currency: currency.code,
      delivery_minor: toMinor(delivery, currency, "delivery"),
      created_by: actor.kind === "staff" ? actor.id : null,
      created_at: now,
    });
    await saveLines(tx, id, toRows(sortLines(lines), currency));
    const changes = [
      { field: "supplier_id", from: null, to: supplier.id },
      { field: "lines", from: null, to: sortLines(lines) },
    ];
    const result: ChangedPurchaseOrder = { id, status: "draft", status_before: "draft" };
    return { result, changes };
  },
  inverse: ({ result: { id } }) => ({
    action: "purchase_order.creation_undone",
    params: { id: String(id) },
    input: { status: "draft" },
  }),
});

/** Takes back the creation of a draft: it is deleted. */
export const undoCreation = adminAction({
  name: "purchase_order.creation_undone",
  permission: "inventory:write",
  params: idParams,
  input: purchaseOrderStepRequest,
  subject: ({ id }) => subjectOf(id),
  stepUp: () => false,
  run: async (tx, { id }) => {
    const { supplier_id: supplierId, status } = await requireOrder(tx, id, "draft");
    await deletePurchaseOrder(tx, id);
    const result: ChangedPurchaseOrder = { id, status, status_before: status };
    return { result, changes: [{ field: "supplier_id", from: supplierId, to: null }] };
  },
  inverse: null,
});

/**
 * Changes an order from a supplier until it is closed. Lines of which pieces have arrived stay, with at least these
 * pieces.
 */
export const editPurchaseOrder = adminAction({
  name: "purchase_order.updated",
  permission: "inventory:write",
  params: idParams,
  input: editPurchaseOrderRequest,
  subject: ({ id }) => subjectOf(id),
  stepUp: () => false,
  run: async (tx, { id }, { changes: edits }) => {
    const order = await requireOpenOrder(tx, id);
    const currency = await getAnyCurrency(tx, order.currency);
    const stored = await listLines(tx, id);
    const current = {
      ...order,
      delivery: toMajorUnits(order.delivery_minor, currency),
      lines: sortLines(
        stored.map((line) => ({
          product_id: line.product_id,
          option_id: line.option_id,
          quantity: line.quantity,
          unit_cost: toMajorUnits(line.unit_cost_minor, currency),
        })),
      ),
    };
    const { lines: lineEdit, ...otherEdits } = edits;
    const sortedEdit = lineEdit && {
      from: Array.isArray(lineEdit.from) ? sortLines(lineEdit.from as PurchaseOrderLineInput[]) : lineEdit.from,
      to: sortLines(lineEdit.to),
    };
    const changes = await compareFields(tx, subjectOf(id), current, { ...otherEdits, lines: sortedEdit });
    const result = { id, status: order.status, status_before: order.status };
    if (changes.length === 0) return { result, changes: null };
    if (changes.some(({ field }) => field === "lines") && lineEdit) {
      await checkVariants(tx, lineEdit.to);
      const isKept = ({ product_id, option_id, received }: (typeof stored)[number]) =>
        received === 0 ||
        lineEdit.to.some(
          (line) => line.product_id === product_id && line.option_id === option_id && line.quantity >= received,
        );
      if (!stored.every(isKept)) throw refuse(refusals, "purchase_order_line_received");
      await saveLines(tx, id, toRows(sortLines(lineEdit.to), currency));
    }
    const { delivery, lines: _lines, ...values } = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
    const fields = {
      ...values,
      ...(delivery === undefined ? {} : { delivery_minor: toMinor(delivery as number, currency, "delivery") }),
    };
    if (Object.keys(fields).length > 0) await updatePurchaseOrder(tx, id, fields);
    return { result, changes };
  },
  inverse: ({ params: { id }, changes }) => ({
    action: "purchase_order.updated",
    params: { id: String(id) },
    input: { changes: reverseChanges(changes) },
  }),
});

/** From which statuses each step is possible, and the status after it. */
const steps: Readonly<
  Record<PurchaseOrderStep, { name: string; from: readonly PurchaseOrderStatus[]; to: PurchaseOrderStatus }>
> = {
  send: { name: "purchase_order.sent", from: ["draft"], to: "ordered" },
  // Nothing more is expected.
  close: { name: "purchase_order.closed", from: ["partly_received"], to: "received" },
  cancel: { name: "purchase_order.canceled", from: ["draft", "ordered"], to: "canceled" },
};

function createStepAction(step: PurchaseOrderStep) {
  const { name, from, to } = steps[step];
  return adminAction({
    name,
    permission: "inventory:write",
    params: idParams,
    input: purchaseOrderStepRequest,
    subject: ({ id }) => subjectOf(id),
    stepUp: () => false,
    run: async (tx, { id }, { status }, { now }) => {
      const order = await requireOrder(tx, id, status);
      if (!from.includes(order.status)) throw refuse(refusals, "purchase_order_closed");
      await updatePurchaseOrder(tx, id, {
        status: to,
        ...(step === "send" ? { ordered_at: now } : { closed_at: now }),
      });
      const result: ChangedPurchaseOrder = { id, status: to, status_before: order.status };
      return { result, changes: [{ field: "status", from: order.status, to }] };
    },
    inverse: ({ result: { id, ...statuses } }) => ({
      action: "purchase_order.restored",
      params: { id: String(id) },
      input: statuses,
    }),
  });
}

/** Marks a draft as sent to the supplier. */
export const sendPurchaseOrder = createStepAction("send");
/** Closes an order of which some pieces will not arrive. */
export const closePurchaseOrder = createStepAction("close");
/** Cancels an order of which nothing has arrived. */
export const cancelPurchaseOrder = createStepAction("cancel");

/** Takes back one of the steps above. */
export const restorePurchaseOrder = adminAction({
  name: "purchase_order.restored",
  permission: "inventory:write",
  params: idParams,
  input: restorePurchaseOrderRequest,
  subject: ({ id }) => subjectOf(id),
  stepUp: () => false,
  run: async (tx, { id }, { status, status_before: to }) => {
    const order = await requireOrder(tx, id, status);
    const isStep = Object.values(steps).some((step) => step.to === status && step.from.includes(to));
    if (!isStep) throw refuse(staffRefusals, "state_changed", { data: { current: order.status } });
    await updatePurchaseOrder(tx, id, {
      status: to,
      closed_at: null,
      ...(to === "draft" ? { ordered_at: null } : {}),
    });
    const result: ChangedPurchaseOrder = { id, status: to, status_before: status };
    return { result, changes: [{ field: "status", from: status, to }] };
  },
  inverse: null,
});

/** @throws Refusal `purchase_order_not_found`; `state_changed` if the order has another status than the person saw */
export async function requireOrder(tx: Tx, id: number, seen?: PurchaseOrderStatus): Promise<PurchaseOrderRow> {
  const order = await lockPurchaseOrder(tx, id);
  if (!order) throw refuse(refusals, "purchase_order_not_found");
  if (seen !== undefined && order.status !== seen)
    throw refuse(staffRefusals, "state_changed", { data: { current: order.status } });
  return order;
}

async function requireOpenOrder(tx: Tx, id: number): Promise<PurchaseOrderRow> {
  const order = await requireOrder(tx, id);
  if (order.status === "received" || order.status === "canceled") throw refuse(refusals, "purchase_order_closed");
  return order;
}

/** @throws Refusal `variant_not_found` */
async function checkVariants(tx: Tx, lines: readonly PurchaseOrderLineInput[]): Promise<void> {
  if ((await countVariants(tx, lines)) !== lines.length) throw refuse(refusals, "variant_not_found");
}

/** Sorts lines by variant, so that the same lines are equal in every sequence. */
function sortLines(lines: readonly PurchaseOrderLineInput[]): PurchaseOrderLineInput[] {
  return lines.toSorted((one, other) => one.product_id - other.product_id || one.option_id - other.option_id);
}

function toRows(lines: readonly PurchaseOrderLineInput[], currency: Currency) {
  return lines.map(({ unit_cost, ...line }) => ({
    ...line,
    unit_cost_minor: toMinor(unit_cost, currency, "unit_cost"),
  }));
}

/** @throws Refusal `cost_too_precise` if the currency has fewer decimals */
function toMinor(cost: number, currency: Currency, field: string): number {
  const minor = toMinorUnits(cost, currency);
  if (toMajorUnits(minor, currency) !== cost)
    throw refuse(refusals, "cost_too_precise", {
      params: { currency: currency.code },
      fields: { [field]: ["invalid"] },
    });
  return minor;
}
