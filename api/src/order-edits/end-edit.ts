import { restockItems } from "../catalog/products/stock.ts";
import type { Confirmation } from "../orders/confirmations.ts";
import { lockOrderToEdit, type OrderChanges } from "../orders/order-changes.ts";
import { lockOrderAndGetStatus } from "../orders/status/transition-order.ts";
import { cancelEditPayment, closeEditPayment, getDutyConfirmation } from "../payments/edit-payments.ts";
import { createInProgressRefusal } from "../payments/attempts/attempt-state.ts";
import { type Tx, withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { refuse } from "../platform/http/errors.ts";
import { refusals } from "./admin-schema.ts";
import { applyChanges } from "./edit-order.ts";
import { getStockChanges } from "./line-changes.ts";
import { endEdit, findEdit, findOpenEdit, listExpiredEdits, type OrderEditRow } from "./sql.ts";

const BATCH_SIZE = 100;

/**
 * Cancels an edit that awaits its payment: the reserved goods return to stock, and the link ends.
 * @returns the canceled edit
 * @throws refusal `order_edit_not_found`, `order_edit_ended` if it awaits no payment, or `payment_in_progress`
 */
export async function cancelEdit(tx: Tx, id: number, now: Date): Promise<OrderEditRow> {
  const found = await findEdit(tx, id);
  if (!found) throw refuse(refusals, "order_edit_not_found");
  // The order is locked first, as by its payment; only then the status of the edit is final.
  await lockOrderAndGetStatus(tx, found.order_id);
  const edit = await findOpenEdit(tx, found.order_id);
  if (edit?.id !== id) throw refuse(refusals, "order_edit_ended");
  if (edit.payment_id !== null && !(await closeEditPayment(tx, edit.payment_id, now))) throw createInProgressRefusal();
  await releaseEdit(tx, edit, "canceled", now);
  return edit;
}

/** Ends the open edit of an order that is canceled. */
export async function cancelEditOfOrder(tx: Tx, orderId: number, now: Date): Promise<void> {
  const edit = await findOpenEdit(tx, orderId);
  if (!edit) return;
  if (edit.payment_id !== null) await cancelEditPayment(tx, edit.payment_id);
  await releaseEdit(tx, edit, "canceled", now);
}

/** Applies the open edit of an order whose payment has succeeded, with the duty that the customer confirmed. */
export async function applyPaidEdit(tx: Tx, orderId: number, paymentId: string, now: Date): Promise<void> {
  const edit = await findOpenEdit(tx, orderId);
  const order = await lockOrderToEdit(tx, orderId);
  if (!order || edit?.payment_id !== paymentId) throw new Error(`payment ${paymentId} belongs to no open order edit`);
  const confirmation = await getDutyConfirmation(tx, paymentId);
  const { changes } = edit;
  await endEdit(tx, edit.id, { status: "applied", ended_at: now });
  await applyChanges(
    tx,
    { id: edit.id, orderId },
    changes,
    confirmation && buildDutyConfirmation(order, changes, confirmation),
    now,
  );
}

function buildDutyConfirmation(
  { currency, rub_per_unit, duty_confirmed }: { currency: string; rub_per_unit: string; duty_confirmed: object | null },
  { customs_rule_id, after }: OrderChanges,
  confirmation: Confirmation,
): object {
  return {
    ...duty_confirmed,
    ...{ rule_id: customs_rule_id, tax_minor: after.customs_tax_minor, rub_per_unit, currency },
    ...confirmation,
  };
}

/** Ends the edits that were not paid in time, unless a payment is in progress. */
export async function expireEdits(app: Pick<AppContext, "db" | "clock">): Promise<void> {
  const now = app.clock.now();
  for (const { order_id } of await listExpiredEdits(app.db, now, BATCH_SIZE))
    await withTransaction(app.db, (tx) => expireEdit(tx, order_id, now));
}

async function expireEdit(tx: Tx, orderId: number, now: Date): Promise<void> {
  await lockOrderAndGetStatus(tx, orderId);
  const edit = await findOpenEdit(tx, orderId);
  // Paid or canceled meanwhile.
  if (!edit?.payment_id) return;
  if (await closeEditPayment(tx, edit.payment_id, now)) await releaseEdit(tx, edit, "expired", now);
}

async function releaseEdit(
  tx: Tx,
  { id, order_id: orderId, changes }: Pick<OrderEditRow, "id" | "order_id" | "changes">,
  status: "expired" | "canceled",
  now: Date,
): Promise<void> {
  await endEdit(tx, id, { status, ended_at: now });
  await restockItems(tx, getStockChanges(changes.lines).reserved, { kind: "release", orderId });
}
