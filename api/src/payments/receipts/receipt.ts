import { toDecimalAmount } from "../providers/decimal-amount.ts";
import type { Receipt } from "../../platform/payment-provider.ts";

export type ReceiptLine = Readonly<{ name: string; qty: number; totalMinor: number }>;

/** The order data from which a receipt is built, in minor units of the order's currency. */
export type ReceiptInput = Readonly<{
  email: string;
  lines: readonly ReceiptLine[];
  deliveryMinor: number;
  /** Total of the gift cards bought; discounts never apply to them. */
  giftCardsMinor: number;
  /** The amount paid in money. It is less than lines plus delivery if discounts, points or a gift card were used. */
  totalMinor: number;
  currency: { code: string; minorDigits: number };
  deliveryName: string;
  giftCardsName: string;
}>;

/**
 * Lists the paid items so that they add up to the payment exactly: discounts are distributed over goods and delivery in
 * proportion, and a line that cannot be divided evenly by its quantity is split into two. Free items are omitted. See
 * docs/domain/payments.md.
 */
export function buildReceipt(
  input: ReceiptInput,
  taxCodes: { vat_code: number; delivery_vat_code: number; tax_system_code: number | null },
): Receipt {
  const lines = [
    ...input.lines.map(({ name, qty, totalMinor }) => ({
      description: name,
      qty,
      amountMinor: totalMinor,
      vatCode: taxCodes.vat_code,
      subject: "commodity" as const,
    })),
    {
      description: input.deliveryName,
      qty: 1,
      amountMinor: input.deliveryMinor,
      vatCode: taxCodes.delivery_vat_code,
      subject: "service" as const,
    },
  ];
  const shares = distribute(
    input.totalMinor - input.giftCardsMinor,
    lines.map(({ amountMinor }) => amountMinor),
  );
  const giftCardItem = {
    description: input.giftCardsName,
    qty: 1,
    vatCode: taxCodes.vat_code,
    subject: "payment" as const,
  };
  const chargedLines = [
    ...lines.map((line, index) => ({ ...line, amountMinor: shares[index] ?? 0 })),
    { ...giftCardItem, amountMinor: input.giftCardsMinor },
  ];
  const items = chargedLines.flatMap(({ description, qty, vatCode, subject, amountMinor }) =>
    splitIntoUnits(amountMinor, qty).map(({ quantity, unitPriceMinor }) => ({
      description,
      quantity,
      amount: toDecimalAmount(unitPriceMinor, input.currency),
      vatCode,
      subject,
    })),
  );
  return { email: input.email, taxSystemCode: taxCodes.tax_system_code, items };
}

/**
 * Distributes an amount over weights in whole minor units. Rounding differences are carried over to the following
 * shares.
 */
export function distribute(totalMinor: number, weights: readonly number[]): number[] {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  let cumulativeWeight = 0;
  let distributedMinor = 0;
  return weights.map((weight) => {
    cumulativeWeight += weight;
    const cumulativeShare =
      totalWeight === 0 ? 0 : Number((BigInt(totalMinor) * BigInt(cumulativeWeight)) / BigInt(totalWeight));
    const share = cumulativeShare - distributedMinor;
    distributedMinor = cumulativeShare;
    return share;
  });
}

/** Splits an amount into units whose prices add up to it; some units may cost one minor unit more than the others. */
function splitIntoUnits(totalMinor: number, qty: number): { quantity: number; unitPriceMinor: number }[] {
  const unitPriceMinor = Math.floor(totalMinor / qty);
  const higherPricedQty = totalMinor - unitPriceMinor * qty;
  return [
    { quantity: qty - higherPricedQty, unitPriceMinor },
    { quantity: higherPricedQty, unitPriceMinor: unitPriceMinor + 1 },
  ].filter((units) => units.quantity > 0 && units.unitPriceMinor > 0);
}
