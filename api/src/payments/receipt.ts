import { decimalAmount, type Receipt } from "./provider.ts";

export type ReceiptLine = Readonly<{ name: string; qty: number; totalMinor: number }>;

/** What a receipt is made from: an order's frozen figures, in minor units of its currency. */
export type Receipted = Readonly<{
  email: string;
  lines: readonly ReceiptLine[];
  deliveryMinor: number;
  /** Gift certificates: nothing is ever taken off them. */
  certificatesMinor: number;
  /** What is paid in money: below lines and delivery together where there were discounts, bonuses or a certificate. */
  totalMinor: number;
  currency: { code: string; minorDigits: number };
  deliveryName: string;
  certificatesName: string;
}>;

/**
 * Lists what is paid so that it adds up to the payment exactly: what was taken off is spread over goods and delivery by
 * their share, and a line that cannot be divided by its pieces becomes two. What costs nothing is not listed.
 */
export function receiptOf(
  paid: Receipted,
  codes: { vat_code: number; delivery_vat_code: number; tax_system_code: number | null },
): Receipt {
  const parts = [
    ...paid.lines.map(({ name, qty, totalMinor }) => ({
      description: name,
      qty,
      minor: totalMinor,
      vatCode: codes.vat_code,
      subject: "commodity" as const,
    })),
    {
      description: paid.deliveryName,
      qty: 1,
      minor: paid.deliveryMinor,
      vatCode: codes.delivery_vat_code,
      subject: "service" as const,
    },
  ];
  const shares = spread(
    paid.totalMinor - paid.certificatesMinor,
    parts.map(({ minor }) => minor),
  );
  const advance = {
    description: paid.certificatesName,
    qty: 1,
    vatCode: codes.vat_code,
    subject: "payment" as const,
  };
  const charged = [
    ...parts.map((part, at) => ({ ...part, minor: shares[at] ?? 0 })),
    { ...advance, minor: paid.certificatesMinor },
  ];
  const items = charged.flatMap(({ description, qty, vatCode, subject, minor }) =>
    piecesOf(minor, qty).map(({ quantity, eachMinor }) => ({
      description,
      quantity,
      amount: decimalAmount(eachMinor, paid.currency),
      vatCode,
      subject,
    })),
  );
  return { email: paid.email, taxSystemCode: codes.tax_system_code, items };
}

/** Divides a sum by weights into whole minor units; what rounding leaves goes along the line. */
export function spread(totalMinor: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let weighed = 0;
  let given = 0;
  return weights.map((weight) => {
    weighed += weight;
    const upToHere = whole === 0 ? 0 : Number((BigInt(totalMinor) * BigInt(weighed)) / BigInt(whole));
    const own = upToHere - given;
    given = upToHere;
    return own;
  });
}

/** Pieces whose prices together are the sum: some of them may cost a minor unit more than the rest. */
function piecesOf(minor: number, qty: number): { quantity: number; eachMinor: number }[] {
  const eachMinor = Math.floor(minor / qty);
  const dearer = minor - eachMinor * qty;
  return [
    { quantity: qty - dearer, eachMinor },
    { quantity: dearer, eachMinor: eachMinor + 1 },
  ].filter((pieces) => pieces.quantity > 0 && pieces.eachMinor > 0);
}
