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
  type RefundableOrder,
  type RefundParts,
  splitOverCharges,
} from "./refund-calculation.ts";
import { addRefund, addRefundLines, hasOpenEditPayment, listCharges } from "./refund-sql.ts";
import { findRefundableOrder, type RefundableOrderRow } from "./refundable-order-sql.ts";
import type { CreateRefundRequest, RefundReason } from "./admin-schema.ts";
import { sendRefund } from "./refunds.ts";

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
 * voided before. Points and gift card get back their share when the provider has confirmed the refund.
 * @throws refusal `order_not_found`, `nothing_to_refund`, `refund_too_large`, `refund_of_certificates`,
 * `certificate_used`, `restock_not_possible`, or `order_edit_open` if pieces or delivery are refunded while an edit of the
 * order awaits its payment. See docs/domain/payments.md.
 */
export async function requestRefund(app: AppContext, tx: Tx, request: RefundRequest): Promise<RequestedRefund> {
  const { orderId, restock, createdBy } = request;
  const now = app.clock.now();
  const locked = await lockOrder(tx, orderId);
  const order = locked && (await findRefundableOrder(tx, orderId));
  if (!order) throw refuse(orderRefusals, "order_not_found");
  const charges = (await listCharges(tx, orderId)).filter(({ left_minor }) => left_minor > 0);
  const refundableMinor = charges.reduce((sum, { left_minor }) => sum + left_minor, 0);
  const { lines, amountMinor } = getRefundAmount(order, request, refundableMinor);
  const isFull = amountMinor === refundableMinor;
  // The edit would replace lines and delivery by others, of which nothing is refunded. A full refund cancels it.
  if (!isFull && (lines.length > 0 || request.deliveryMinor > 0) && (await hasOpenEditPayment(tx, orderId)))
    throw refuse(refusals, "order_edit_open");
  await checkGiftCards(tx, orderId, { amountMinor, refundableMinor });
  const isOrderCanceled = isFull && (order.status === "paid" || order.status === "packing");
  if (isOrderCanceled) await transitionOrder(app, tx, orderId, "cancelled", { now });
  else if (restock) await restockGoods(tx, order, lines);

  const parts = splitOverCharges(amountMinor, charges);
  const shares = parts.map((part) => part.amountMinor);
  const deliveryShares = distribute(request.deliveryMinor, shares);
  const lineShares = lines.map((line) => distribute(line.amountMinor, shares));
  const refundIds: string[] = [];
  for (const [index, { charge, amountMinor: amount_minor }] of parts.entries()) {
    const id = `refund-${randomUUID()}`;
    const { payment_id, attempt_id } = charge;
    await addRefund(tx, {
      ...{ id, payment_id, attempt_id, amount_minor, delivery_minor: deliveryShares[index] ?? 0 },
      ...{ reason: request.reason, comment: request.comment ?? "", restock: restock && index === 0 },
      ...{ created_by: createdBy?.id ?? null, created_by_label: createdBy?.label ?? null, created_at: now },
    });
    const rows = lines.map(({ line, quantity }, position) => ({
      ...{ refund_id: id, order_id: orderId, line, quantity: index === 0 ? quantity : 0 },
      amount_minor: lineShares[position]?.[index] ?? 0,
    }));
    await addRefundLines(tx, rows);
    refundIds.push(id);
    afterCommit(tx, () => runInBackground(app, "sending a refund", () => sendRefund(app, id)));
  }
  return { refundIds, amountMinor, lines, isOrderCanceled };
}

/**
 * Returns how much money a request refunds, and what its lines cost.
 * @param refundableMinor the money that is not refunded yet
 * @throws refusal `nothing_to_refund` or `refund_too_large`
 */
export function getRefundAmount(
  order: RefundableOrderRow,
  { lines, deliveryMinor, amountMinor }: Pick<RefundRequest, "lines" | "deliveryMinor" | "amountMinor">,
  refundableMinor: number,
): { lines: CalculatedRefund["lines"]; amountMinor: number } {
  if (refundableMinor === 0) throw refuse(refusals, "nothing_to_refund");
  if (lines.length === 0 && deliveryMinor === 0) {
    const requestedMinor = amountMinor ?? refundableMinor;
    if (requestedMinor > refundableMinor) throw refuse(refusals, "refund_too_large");
    return { lines: [], amountMinor: requestedMinor };
  }
  for (const { line, quantity } of lines) {
    const found = order.lines.find((one) => one.line === line);
    if (!found || quantity > found.quantity - found.refunded_quantity)
      throw refuse(refusals, "refund_too_large", { data: { line } });
  }
  if (deliveryMinor > order.delivery_minor - order.refunded_delivery_minor) throw refuse(refusals, "refund_too_large");
  const refund = calculateRefund(toRefundableOrder(order), { lines, deliveryMinor });
  const requestedMinor = amountMinor ?? refund.moneyMinor;
  if (requestedMinor === 0) throw refuse(refusals, "nothing_to_refund");
  if (requestedMinor > Math.min(refund.moneyMinor, refundableMinor)) throw refuse(refusals, "refund_too_large");
  return { lines: refund.lines, amountMinor: requestedMinor };
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
  { amountMinor, refundableMinor }: { amountMinor: number; refundableMinor: number },
): Promise<void> {
  if (amountMinor === refundableMinor) return voidOrderGiftCards(tx, orderId);
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
