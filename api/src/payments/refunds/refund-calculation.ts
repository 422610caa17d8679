/** A line of an order, of which single pieces can be refunded. */
export type RefundableLine = Readonly<{
  line: number;
  quantity: number;
  /** The pieces of refunds that did not fail. */
  refundedQuantity: number;
  /** What all pieces cost after the promo code discount. */
  totalMinor: number;
}>;

/** What decides how much a refund is. Amounts in minor units of the order's currency. */
export type RefundableOrder = Readonly<{
  lines: readonly RefundableLine[];
  deliveryMinor: number;
  /** The part of the delivery price in refunds that did not fail. */
  refundedDeliveryMinor: number;
  /** What was to be paid in money for goods and delivery, after points and gift card. */
  goodsMoneyMinor: number;
}>;

/** The parts of an order that are to be refunded. */
export type RefundParts = Readonly<{
  lines: readonly Readonly<{ line: number; quantity: number }>[];
  deliveryMinor: number;
}>;

export type CalculatedRefund = Readonly<{
  /** What the pieces of each line cost. */
  lines: readonly Readonly<{ line: number; quantity: number; amountMinor: number }>[];
  /** What of these pieces and of the delivery was paid in money. */
  moneyMinor: number;
  /** What they cost, and what all that was refunded before cost, of what everything costs. */
  valueMinor: number;
  refundedValueMinor: number;
  orderValueMinor: number;
}>;

/** Returns `part` of `whole` of an amount, rounded down; 0 if there is no whole. */
export function calculateShare(amountMinor: number, part: number, whole: number): number {
  return whole === 0 ? 0 : Number((BigInt(amountMinor) * BigInt(part)) / BigInt(whole));
}

/**
 * Calculates what pieces and delivery cost, and which part of it was paid in money (docs/domain/payments.md). Pure. The
 * refunds of an order add up exactly: when everything is refunded, so is all of the money. The lines must exist and have
 * the quantities.
 */
export function calculateRefund(order: RefundableOrder, { lines, deliveryMinor }: RefundParts): CalculatedRefund {
  const quantityByLine = new Map(lines.map(({ line, quantity }) => [line, quantity]));
  const refundedLines = order.lines.flatMap((line) => {
    const quantity = quantityByLine.get(line.line);
    return quantity === undefined ? [] : [{ line: line.line, quantity, amountMinor: getPrice(line, quantity) }];
  });
  const priceOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const orderMinor = priceOf(order.lines.map(({ totalMinor }) => totalMinor)) + order.deliveryMinor;
  const refundedMinor = priceOf(order.lines.map(getRefundedPrice)) + order.refundedDeliveryMinor;
  const addedMinor = priceOf(refundedLines.map(({ amountMinor }) => amountMinor)) + deliveryMinor;
  const toMoney = (minor: number) => calculateShare(order.goodsMoneyMinor, minor, orderMinor);
  return {
    lines: refundedLines,
    moneyMinor: toMoney(refundedMinor + addedMinor) - toMoney(refundedMinor),
    ...{ valueMinor: addedMinor, refundedValueMinor: refundedMinor, orderValueMinor: orderMinor },
  };
}

function getRefundedPrice({ totalMinor, refundedQuantity, quantity }: RefundableLine): number {
  return calculateShare(totalMinor, refundedQuantity, quantity);
}

/** Returns what the next pieces of a line cost. */
function getPrice(line: RefundableLine, quantity: number): number {
  const refundedQuantity = line.refundedQuantity + quantity;
  return getRefundedPrice({ ...line, refundedQuantity }) - getRefundedPrice(line);
}

/** A payment of an order with the amount that is not refunded yet. */
export type Charge = Readonly<{ attempt_id: string; payment_id: string; left_minor: number }>;

/** Divides an amount among payments, oldest first. Payments that are not needed are left out. */
export function splitOverCharges<C extends Charge>(
  amountMinor: number,
  charges: readonly C[],
): { charge: C; amountMinor: number }[] {
  let remainingMinor = amountMinor;
  return charges.flatMap((charge) => {
    const partMinor = Math.min(remainingMinor, charge.left_minor);
    remainingMinor -= partMinor;
    return partMinor > 0 ? [{ charge, amountMinor: partMinor }] : [];
  });
}
