import { randomUUID } from "node:crypto";
import { getOrderGiftCardAmounts } from "../../gift-cards/purchases/purchases.ts";
import { voidOrderGiftCards } from "../../gift-cards/void-gift-cards.ts";
import { toMajorUnits, toMinorUnits } from "../../money/currency.ts";
import { refusals as orderRefusals } from "../../orders/schema.ts";
import { restockOrderLines, transitionOrder } from "../../orders/status/transition-order.ts";
import { afterCommit, type Tx } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import { runInBackground } from "../background-tasks.ts";
import { distribute } from "../receipts/receipt.ts";
import { refusals } from "../schema.ts";
import { lockOrder } from "../sql.ts";
import {
  calculateRefund,
  type CalculatedRefund,
  type Charge,
  type RefundableOrder,
  type RefundParts,
  splitOverCharges,
} from "./refund-calculation.ts";
import { addRefund, addRefundLines, findPaidPayment, hasOpenEditPayment, listCharges } from "./refund-sql.ts";
import { findRefundableOrder, type RefundableOrderRow } from "./refundable-order-sql.ts";
import type { CreateRefundRequest, RefundReason } from "./admin-schema.ts";
import { applyRefund, sendRefund } from "./refunds.ts";

/** A request to refund an order. Amounts in minor units of the order's currency. */
export type RefundRequest = Readonly<{
  orderId: number;
  lines: RefundParts["lines"];
  /** The part of the delivery price that is refunded. */
  deliveryMinor: number;
  /** The money to be refunded instead of what the parts cost; null without. Without parts, null is everything. */
  amountMinor: number | null;
  reason: RefundReason;
  comment?: string;
  /** Whether goods return to stock: those of the lines, or without lines all that were not returned before. */
  restock: boolean;
  /** Who requests it, with the id of a member of staff; null: the store itself. */
  createdBy: Readonly<{ id: number | null; label: string }> | null;
}>;

export type RequestedRefund = Readonly<{
  /** The ids of the created refunds: one for each payment that the money comes from. */
  refundIds: readonly string[];
  /** The refunded money in minor units of the order's currency. */
  amountMinor: number;
  /** What the refunded pieces and delivery cost; 0 if an amount is refunded. */
  valueMinor: number;
  lines: CalculatedRefund["lines"];
  isOrderCanceled: boolean;
}>;

/**
 * Converts the input of staff into a request, in minor units of the order's currency.
 * @throws refusal `validation_failed` if an amount has more decimals than the currency
 */
export function toRefundParts(
  order: Pick<RefundableOrderRow, "minor_digits">,
  { lines, delivery, amount }: Pick<CreateRefundRequest, "lines" | "delivery" | "amount">,
): Pick<RefundRequest, "lines" | "deliveryMinor" | "amountMinor"> {
  const currency = { minorDigits: order.minor_digits };
  const toMinor = (field: string, value: number) => {
    const minor = toMinorUnits(value, currency);
    if (toMajorUnits(minor, currency) !== value)
      throw refuse(commonRefusals, "validation_failed", { fields: { [field]: ["invalid"] } });
    return minor;
  };
  return {
    lines,
    deliveryMinor: toMinor("delivery", delivery),
    amountMinor: amount === null ? null : toMinor("amount", amount),
  };
}

/** The statuses in which goods are with the customer or on their way, and can come back. */
const shippedStatuses: ReadonlySet<string> = new Set(["shipped", "delivered", "returned"]);

/**
 * Requests a refund of lines, of delivery or of an amount: the only way to refund an order that the customer or the
 * store does not cancel. A refund of everything cancels an order that is not shipped, which returns its goods to stock,
 * and voids the gift cards bought with it if they are unused; a refund of a part never covers them, unless they were
 * voided before. Points and gift card get back their share when the provider has confirmed the refund, or at once if no
 * money was paid for what is refunded.
 * @throws refusal `order_not_found`, `nothing_to_refund`, `refund_too_large`, `refund_of_certificates`,
 * `certificate_used`, `restock_not_possible`, or `order_edit_open` if pieces or delivery are refunded while an edit of the
 * order awaits its payment. See docs/domain/payments.md.
 */
export async function requestRefund(app: AppContext, tx: Tx, request: RefundRequest): Promise<RequestedRefund> {
  const { orderId, restock } = request;
  const now = app.clock.now();
  const locked = await lockOrder(tx, orderId);
  const order = locked && (await findRefundableOrder(tx, orderId));
  if (!order) throw refuse(orderRefusals, "order_not_found");
  const charges = (await listCharges(tx, orderId)).filter(({ left_minor }) => left_minor > 0);
  const refundableMinor = charges.reduce((sum, { left_minor }) => sum + left_minor, 0);
  const refund = getRefundAmount(order, request, refundableMinor);
  const { lines, deliveryMinor, amountMinor, valueMinor, isFull } = refund;
  // The edit would replace lines and delivery by others, of which nothing is refunded. A full refund cancels it.
  if (!isFull && (lines.length > 0 || deliveryMinor > 0) && (await hasOpenEditPayment(tx, orderId)))
    throw refuse(refusals, "order_edit_open");
  await checkGiftCards(tx, orderId, { amountMinor, refundableMinor, isFull });
  const isOrderCanceled = isFull && (order.status === "paid" || order.status === "packing");
  if (isOrderCanceled) await transitionOrder(app, tx, orderId, "cancelled", { now });
  else if (restock) await restockGoods(tx, order, lines);
  const refundIds =
    amountMinor > 0
      ? await refundMoney(app, tx, request, { ...refund, charges })
      : [await refundWithoutMoney(app, tx, request, refund)];
  return { refundIds, amountMinor, valueMinor, lines, isOrderCanceled };
}

type RefundParameters = ReturnType<typeof getRefundAmount>;

/** Stores the refunds of an amount, one for each payment that the money comes from, and sends them. @returns their ids */
async function refundMoney(
  app: AppContext,
  tx: Tx,
  { orderId, reason, comment = "", restock, createdBy }: RefundRequest,
  { lines, deliveryMinor, amountMinor, charges }: RefundParameters & { charges: readonly Charge[] },
): Promise<string[]> {
  const parts = splitOverCharges(amountMinor, charges);
  const shares = parts.map((part) => part.amountMinor);
  const deliveryShares = distribute(deliveryMinor, shares);
  const lineShares = lines.map((line) => distribute(line.amountMinor, shares));
  const refundIds: string[] = [];
  for (const [index, { charge, amountMinor: amount_minor }] of parts.entries()) {
    const id = `refund-${randomUUID()}`;
    const { payment_id, attempt_id } = charge;
    await addRefund(tx, {
      ...{ id, payment_id, attempt_id, amount_minor, delivery_minor: deliveryShares[index] ?? 0 },
      ...{ reason, comment, restock: restock && index === 0, created_at: app.clock.now() },
      ...{ created_by: createdBy?.id ?? null, created_by_label: createdBy?.label ?? null },
    });
    const rows = lines.map(({ line, quantity }, position) => ({
      ...{ refund_id: id, order_id: orderId, line, quantity: index === 0 ? quantity : 0 },
      amount_minor: lineShares[position]?.[index] ?? 0,
    }));
    await addRefundLines(tx, rows);
    refundIds.push(id);
    afterCommit(tx, () => runInBackground(app, "sending a refund", () => sendRefund(app, id)));
  }
  return refundIds;
}

/**
 * Stores a refund of pieces and delivery for which no money was paid, and gives points and gift card their share. No
 * provider is involved, so it has succeeded when the transaction is committed.
 * @returns its id
 */
async function refundWithoutMoney(
  app: AppContext,
  tx: Tx,
  { orderId, reason, comment = "", restock, createdBy }: RefundRequest,
  { lines, deliveryMinor, valueMinor }: RefundParameters,
): Promise<string> {
  const payment = await findPaidPayment(tx, orderId);
  if (!payment) throw refuse(refusals, "nothing_to_refund");
  const id = `refund-${randomUUID()}`;
  const now = app.clock.now();
  await addRefund(tx, {
    ...{ id, payment_id: payment.id, attempt_id: null, amount_minor: 0, value_minor: valueMinor },
    ...{ delivery_minor: deliveryMinor, reason, comment, restock, status: "succeeded", created_at: now, ended_at: now },
    ...{ created_by: createdBy?.id ?? null, created_by_label: createdBy?.label ?? null },
  });
  const rows = lines.map(({ line, quantity, amountMinor }) => ({
    ...{ refund_id: id, order_id: orderId, line, quantity, amount_minor: amountMinor },
  }));
  await addRefundLines(tx, rows);
  const refund = { id, order_id: orderId, payment_id: payment.id, reason, amount_minor: valueMinor };
  await applyRefund(app, tx, (await lockOrder(tx, orderId))?.status, { ...refund, destination: "balance" });
  return id;
}

/**
 * Returns how much money a request refunds, which is nothing if none was paid for its parts, and what these cost.
 * @param refundableMinor the money that is not refunded yet
 * @throws refusal `nothing_to_refund` or `refund_too_large`
 */
function getRefundAmount(
  order: RefundableOrderRow,
  request: Pick<RefundRequest, "lines" | "deliveryMinor" | "amountMinor">,
  refundableMinor: number,
): { lines: CalculatedRefund["lines"]; isFull: boolean } & Record<
  "deliveryMinor" | "amountMinor" | "valueMinor",
  number
> {
  const isWithoutMoney = isPaidWithoutMoney(order);
  if (refundableMinor === 0 && !isWithoutMoney) throw refuse(refusals, "nothing_to_refund");
  const { amountMinor } = request;
  const isWhole = request.lines.length === 0 && request.deliveryMinor === 0;
  if (isWhole && refundableMinor > 0) {
    const requestedMinor = amountMinor ?? refundableMinor;
    if (requestedMinor > refundableMinor) throw refuse(refusals, "refund_too_large");
    const isFull = requestedMinor === refundableMinor;
    return { lines: [], deliveryMinor: 0, amountMinor: requestedMinor, valueMinor: 0, isFull };
  }
  const { lines, deliveryMinor } = isWhole ? listRemainingParts(order) : request;
  for (const { line, quantity } of lines) {
    const found = order.lines.find((one) => one.line === line);
    if (!found || quantity > found.quantity - found.refunded_quantity)
      throw refuse(refusals, "refund_too_large", { data: { line } });
  }
  if (deliveryMinor > order.delivery_minor - order.refunded_delivery_minor) throw refuse(refusals, "refund_too_large");
  const refund = calculateRefund(toRefundableOrder(order), { lines, deliveryMinor });
  const requestedMinor = amountMinor ?? refund.moneyMinor;
  if (requestedMinor > Math.min(refund.moneyMinor, refundableMinor)) throw refuse(refusals, "refund_too_large");
  const { valueMinor, refundedValueMinor, orderValueMinor } = refund;
  const result = { lines: refund.lines, deliveryMinor, amountMinor: requestedMinor, valueMinor };
  if (requestedMinor > 0) return { ...result, isFull: requestedMinor === refundableMinor };
  if (valueMinor === 0 || !isPaidWithBalance(order)) throw refuse(refusals, "nothing_to_refund");
  return { ...result, isFull: refundableMinor === 0 && refundedValueMinor + valueMinor === orderValueMinor };
}

/** Returns the parts of an order that are not refunded yet. */
function listRemainingParts(order: RefundableOrderRow): RefundParts {
  const lines = order.lines.map((line) => ({ line: line.line, quantity: line.quantity - line.refunded_quantity }));
  return {
    lines: lines.filter(({ quantity }) => quantity > 0),
    deliveryMinor: order.delivery_minor - order.refunded_delivery_minor,
  };
}

/** Returns whether points or a gift card paid for a part of an order whose status allows a refund. */
function isPaidWithBalance({ status, loyalty_minor, gift_card_minor }: RefundableOrderRow): boolean {
  const isOpen = status === "paid" || status === "packing" || shippedStatuses.has(status);
  return isOpen && loyalty_minor + gift_card_minor > 0;
}

/** Returns whether points and gift card paid for all goods and the delivery of an order, so that these can be refunded. */
export function isPaidWithoutMoney(order: RefundableOrderRow): boolean {
  return order.total_minor === order.purchased_gift_cards_minor && isPaidWithBalance(order);
}

/** Returns what the calculation of a refund needs of an order. */
export function toRefundableOrder(order: RefundableOrderRow): RefundableOrder {
  return {
    lines: order.lines.map((line) => ({
      ...{ line: line.line, quantity: line.quantity },
      ...{ refundedQuantity: line.refunded_quantity, totalMinor: line.total_minor },
    })),
    deliveryMinor: order.delivery_minor,
    refundedDeliveryMinor: order.refunded_delivery_minor,
    goodsMoneyMinor: order.total_minor - order.purchased_gift_cards_minor,
  };
}

/** @throws refusal `certificate_used` or `refund_of_certificates` */
async function checkGiftCards(
  tx: Tx,
  orderId: number,
  { amountMinor, refundableMinor, isFull }: { amountMinor: number; refundableMinor: number; isFull: boolean },
): Promise<void> {
  if (isFull) return voidOrderGiftCards(tx, orderId);
  const { nonRefundableMinor } = await getOrderGiftCardAmounts(tx, orderId);
  if (amountMinor > refundableMinor - nonRefundableMinor) throw refuse(refusals, "refund_of_certificates");
}

/**
 * Returns pieces of a shipped order to stock, each at most once.
 * @param lines the pieces; if empty, all that were not returned before
 * @throws refusal `restock_not_possible`
 */
async function restockGoods(tx: Tx, order: RefundableOrderRow, lines: RefundParts["lines"]): Promise<void> {
  const pieces = lines.length === 0 ? null : lines.map(({ line, quantity }) => ({ line, qty: quantity }));
  if (!canRestock(order) || !(await restockOrderLines(tx, order.id, pieces, "return")))
    throw refuse(refusals, "restock_not_possible");
}

/** Returns whether goods of an order can return to stock with a refund: after it was shipped, and each piece once. */
export function canRestock({ status, lines }: RefundableOrderRow): boolean {
  const hasPieces = lines.some(({ quantity, restocked_quantity }) => quantity > restocked_quantity);
  return shippedStatuses.has(status) && hasPieces;
}
