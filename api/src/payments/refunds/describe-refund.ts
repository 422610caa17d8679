import { toMajorUnits } from "../../money/currency.ts";
import type { FieldChange } from "../../platform/audit/audit-log.ts";
import type { Tx } from "../../platform/db/database.ts";
import { calculateRefundedShare } from "../../orders/status/partial-refund.ts";
import { createReceipt } from "../receipts/order-receipt.ts";
import type { CheckedPayout } from "./check-payout.ts";
import type { CreateRefundRequest, RequestedRefund } from "./admin-schema.ts";
import { calculateRefund, calculateShare } from "./refund-calculation.ts";
import { listCharges, listReceiptRefunds } from "./refund-sql.ts";
import type { RefundableOrderRow } from "./refundable-order-sql.ts";
import { type RequestedRefund as Refund, toRefundableOrder } from "./request-refund.ts";

/**
 * Describes a refund that was just requested, for the person who requests it.
 * @param order as it was before
 * @param details.delivery the refunded part of the delivery price, in major units
 */
export async function describeRefund(
  tx: Tx,
  order: RefundableOrderRow,
  { refundIds, amountMinor, valueMinor, lines, isOrderCanceled }: Refund,
  { delivery, payout }: { delivery: number; payout: CheckedPayout | null },
): Promise<RequestedRefund> {
  const toAmount = (minor: number) => toMajorUnits(minor, { minorDigits: order.minor_digits });
  const remainingMinor = (await listCharges(tx, order.id)).reduce((sum, { left_minor }) => sum + left_minor, 0);
  // Without a cancellation, goods keep what paid for them if the money was that of bought gift cards only.
  const isOfGoods = isOrderCanceled || order.total_minor > order.purchased_gift_cards_minor;
  const isFull = amountMinor > 0 && remainingMinor === 0 && isOfGoods;
  const isOfParts = lines.length > 0 || delivery > 0;
  const shares = calculateReturnedShares(order, { amountMinor, valueMinor, isFull, isOfParts });
  return {
    refund_ids: [...refundIds],
    currency: order.currency,
    lines: lines.map(({ line, quantity, amountMinor: minor }) => ({
      ...{ line, quantity, amount: toAmount(minor) },
      name: order.lines.find((row) => row.line === line)?.name ?? "",
    })),
    ...{ delivery, money: toAmount(amountMinor), remaining: toAmount(remainingMinor) },
    gift_card:
      order.gift_card_minor > 0
        ? { ending: order.gift_card_ending ?? "", amount: toAmount(shares.giftCardMinor) }
        : null,
    points: order.loyalty_minor > 0 ? { points: shares.points, amount: toAmount(shares.pointsMinor) } : null,
    total: toAmount(amountMinor + shares.giftCardMinor + shares.pointsMinor),
    is_order_canceled: isOrderCanceled,
    receipt: await buildReceiptItems(tx, refundIds),
    requires_step_up: payout?.requiresStepUp ?? false,
  };
}

/**
 * Calculates what a refund gives back of gift card and points, as it will be applied (docs/domain/orders.md). Pure.
 * @param order as it was before
 * @param refund.valueMinor what the refunded pieces and delivery cost
 */
function calculateReturnedShares(
  order: RefundableOrderRow,
  {
    amountMinor,
    valueMinor,
    isFull,
    isOfParts,
  }: { amountMinor: number; valueMinor: number; isFull: boolean; isOfParts: boolean },
): { giftCardMinor: number; pointsMinor: number; points: number } {
  const parts = calculateRefund(toRefundableOrder(order), { lines: [], deliveryMinor: 0 });
  const giftCards = { purchasedMinor: order.purchased_gift_cards_minor, voidedMinor: order.voided_gift_cards_minor };
  const getRefundedShare = (addedMinor: number, addedValueMinor: number) =>
    calculateRefundedShare(
      {
        ...{ paidMinor: order.total_minor, refundedMinor: order.refunded_minor + addedMinor },
        refundedPartsMinor: order.refunded_parts_minor + (isOfParts ? addedMinor : 0),
        ...{ valueMinor: parts.orderValueMinor, refundedValueMinor: parts.refundedValueMinor + addedValueMinor },
      },
      giftCards,
    );
  const before = getRefundedShare(0, 0);
  const after = isFull ? { refundedMinor: 1, paidMinor: 1 } : getRefundedShare(amountMinor, valueMinor);
  const getShare = (minor: number) =>
    calculateShare(minor, after.refundedMinor, after.paidMinor) -
    calculateShare(minor, before.refundedMinor, before.paidMinor);
  return {
    giftCardMinor: getShare(order.gift_card_minor),
    pointsMinor: getShare(order.loyalty_minor),
    points: getShare(order.points),
  };
}

async function buildReceiptItems(tx: Tx, refundIds: readonly string[]): Promise<RequestedRefund["receipt"]> {
  const items: NonNullable<RequestedRefund["receipt"]> = [];
  const refunds = await listReceiptRefunds(tx, refundIds);
  if (refunds.every(({ amount_minor }) => amount_minor === 0)) return null;
  for (const refund of refunds) {
    const receipt = await createReceipt(tx, { ...refund, refund });
    if (!receipt) return null;
    items.push(
      ...receipt.items.map(({ description, quantity, amount }) => ({
        ...{ description, quantity },
        amount: toMajorUnits(Math.round(Number(amount.value) * quantity * 100), { minorDigits: 2 }),
      })),
    );
  }
  return items;
}

/** Lists what the audit log says about a refund. */
export function listRefundChanges(
  { money, total, currency, lines, delivery }: RequestedRefund,
  { comment, restock }: Pick<CreateRefundRequest, "comment" | "restock">,
): FieldChange[] {
  const values = {
    // Points and gift card get back what no money was paid for.
    refund_amount: `${money || total} ${currency}`,
    ...(lines.length > 0
      ? { refund_lines: lines.map(({ name, quantity }) => `${name} × ${quantity}`).join(", ") }
      : {}),
    ...(delivery > 0 ? { refund_delivery: `${delivery} ${currency}` } : {}),
    ...(restock ? { restock } : {}),
  };
  return [
    ...Object.entries(values).map(([field, to]) => ({ field, from: null, to })),
    ...(comment === "" ? [] : [{ field: "comment", from: null, to: comment, personal: "text" as const }]),
  ];
}
