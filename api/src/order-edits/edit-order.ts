import { deductStock, lockStock, restockItems } from "../catalog/products/stock.ts";
import { checkCustoms } from "../fulfillment/check-customs.ts";
import { toMajorUnits, toMinorUnits } from "../money/currency.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { applyOrderChanges, type EditedOrder, lockOrderToEdit, type OrderChanges } from "../orders/order-changes.ts";
import { listOtherParcelOrders } from "../orders/parcel/parcel-orders.ts";
import { createPayment } from "../payments/create-payment.ts";
import { refundDifference } from "../payments/refunds/refund-difference.ts";
import type { Tx } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { refuse } from "../platform/http/errors.ts";
import { type EditOrderRequest, refusals } from "./admin-schema.ts";
import { getStockChanges } from "./line-changes.ts";
import { notifyOfEdit } from "./notifications.ts";
import { getOrderCurrency, planEdit } from "./plan-edit.ts";
import { findOpenEdit, insertEdit } from "./sql.ts";

const MINUTE_MS = 60_000;

export type CreatedEdit = Readonly<{
  id: number;
  order: EditedOrder;
  status: "applied" | "awaiting_payment";
  changes: OrderChanges;
  differenceMinor: number;
  minorDigits: number;
  expiresAt: Date | null;
  /** The payment of a higher total; null if there is nothing to pay. */
  paymentId: string | null;
}>;

/** Who makes an edit, and when. */
export type EditAuthor = Readonly<{
  /** The member of staff; null: a command, or the customer. */
  createdBy: number | null;
  byCustomer?: boolean;
  now: Date;
  /** Checks further limits before anything is changed; it throws refusals. */
  check?: (order: EditedOrder, changes: OrderChanges) => Promise<void>;
}>;

/**
 * Edits a paid order (docs/domain/order-edits.md). A lower or an equal total is applied at once, and the difference is
 * refunded. For a higher one, goods are reserved and the customer gets a payment link; their payment applies the edit.
 * @throws refusals `order_not_found`, `order_not_editable`, `order_already_packed`, `order_edit_open`, `state_changed`,
 * `order_edit_joined` if more than removing pieces is asked of an order that is sent together with another one,
 * `duty_confirmation_required`, `refund_too_large`, `payment_not_offered` and those of `planEdit`
 */
export async function editOrder(
  app: AppContext,
  tx: Tx,
  orderId: number,
  request: EditOrderRequest,
  { createdBy, byCustomer = false, now, check }: EditAuthor,
): Promise<CreatedEdit> {
  const order = await lockEditableOrder(tx, orderId);
  await lockEditedStock(tx, order, request);
  const changes = await planEdit(tx, order, request, now);
  if (addsToParcel(changes) && (await listOtherParcelOrders(tx, orderId)).length > 0)
    throw refuse(refusals, "order_edit_joined");
  await check?.(order, changes);
  const differenceMinor = changes.after.total_minor - changes.before.total_minor;
  const { minorDigits } = await getOrderCurrency(tx, order);
  if (
    request.expected_difference !== undefined &&
    toMinorUnits(request.expected_difference, { minorDigits }) !== differenceMinor
  )
    throw refuse(refusals, "state_changed", { data: { difference: toMajorUnits(differenceMinor, { minorDigits }) } });
  const edit = { order_id: orderId, changes, difference_minor: differenceMinor, reason: request.reason };
  const author = { created_by: createdBy, by_customer: byCustomer, created_at: now };
  await deductStock(tx, getStockChanges(changes.lines).reserved, orderId);
  const created = { order, changes, differenceMinor, minorDigits };
  if (differenceMinor > 0) {
    const expires_at = new Date(now.getTime() + request.link_minutes * MINUTE_MS);
    const payment_id = await createEditPayment(app, tx, order, changes, expires_at);
    const status = "awaiting_payment";
    const payment = { status, payment_id, refund_id: null, expires_at, ended_at: null } as const;
    const id = await insertEdit(tx, { ...edit, ...author, ...payment });
    await notifyOfEdit(tx, id, "requested");
    return { ...created, id, status, expiresAt: expires_at, paymentId: payment_id };
  }
  // There is no payment with which the customer could confirm it.
  if (changes.duty_minor !== null) throw refuse(refusals, "duty_confirmation_required");
  const [refund_id] = differenceMinor < 0 ? await refundDifference(app, tx, orderId, -differenceMinor) : [null];
  const status = "applied";
  const refund = { status, payment_id: null, refund_id, expires_at: null, ended_at: now } as const;
  const id = await insertEdit(tx, { ...edit, ...author, ...refund });
  await applyChanges(tx, { id, orderId }, changes, null, now);
  return { ...created, id, status, expiresAt: null, paymentId: null };
}

/** Whether an edit changes more of a parcel than that it becomes lighter. */
function addsToParcel({ address, delivery, lines }: OrderChanges): boolean {
  return address !== undefined || delivery !== undefined || lines.some(({ qty, qty_before }) => qty > qty_before);
}

/** Applies an edit whose difference is settled: the goods that it removes return to stock. */
export async function applyChanges(
  tx: Tx,
  { id, orderId }: { id: number; orderId: number },
  changes: OrderChanges,
  dutyConfirmed: object | null,
  now: Date,
): Promise<void> {
  await restockItems(tx, getStockChanges(changes.lines).returned, { kind: "release", orderId });
  await applyOrderChanges(tx, { orderId, editId: id }, changes, dutyConfirmed);
  await checkCustoms(tx, [orderId], now);
  await notifyOfEdit(tx, id, "applied");
}

async function lockEditableOrder(tx: Tx, orderId: number): Promise<EditedOrder> {
  const order = await lockOrderToEdit(tx, orderId);
  if (!order) throw refuse(orderRefusals, "order_not_found");
  if (order.status === "packing" || order.status === "shipped" || order.status === "delivered")
    throw refuse(refusals, "order_already_packed");
  if (order.status !== "paid" || order.products_minor === 0) throw refuse(refusals, "order_not_editable");
  if (await findOpenEdit(tx, orderId)) throw refuse(refusals, "order_edit_open");
  return order;
}

/** Locks the stock of all variants that an edit may change, at once, so that two edits cannot wait for each other. */
async function lockEditedStock(tx: Tx, order: EditedOrder, { lines = [] }: EditOrderRequest): Promise<void> {
  const items = lines.flatMap((requested) => {
    const variant = "line" in requested ? order.lines.find(({ line }) => line === requested.line) : requested;
    return variant ? [{ productId: variant.product_id, optionId: variant.option_id }] : [];
  });
  await lockStock(tx, items);
}

async function createEditPayment(
  app: AppContext,
  tx: Tx,
  order: EditedOrder,
  { before, after, address, duty_minor }: OrderChanges,
  expiresAt: Date,
): Promise<string> {
  const payable = {
    id: order.id,
    totalMinor: after.total_minor - before.total_minor,
    currency: order.currency,
    payUntil: expiresAt,
    method: order.payment_method,
    country: (address ?? order.address)?.country ?? null,
    purpose: "order_edit" as const,
    dutyMinor: duty_minor,
  };
  return (await createPayment(tx, payable, { providers: app.config.paymentProviders })).id;
}
