import type { RefundOptions } from "@furoshiki/api/admin/payments/refunds";

/** What is selected to be refunded. Amounts are as they were typed. */
export type RefundSelection = Readonly<{
  /** The pieces by line. */
  quantities: Readonly<Record<number, number>>;
  delivery: string;
  /** The amount that is refunded instead of lines and delivery; null to refund these. */
  amount: string | null;
  restock: boolean;
}>;

/** Returns the empty selection: of an amount of money if no piece is left. */
export function createSelection({ lines, is_money: isMoney }: RefundOptions): RefundSelection {
  const hasPieces = lines.some(({ quantity_left }) => quantity_left > 0);
  return { quantities: {}, delivery: "", amount: hasPieces || !isMoney ? null : "", restock: false };
}

/** Returns the query of a preview; null while nothing is selected. */
export function createSelectionQuery({ quantities, delivery, amount, restock }: RefundSelection): string | null {
  const lines = Object.entries(quantities).filter(([, quantity]) => quantity > 0);
  const isEmpty = amount === null ? lines.length === 0 && !/[1-9]/.test(delivery) : !/[1-9]/.test(amount);
  if (isEmpty) return null;
  const params = new URLSearchParams(
    amount === null
      ? [...lines.map(([line, quantity]) => [`line_${line}`, String(quantity)]), ["delivery", delivery]]
      : { amount },
  );
  if (restock) params.set("restock", "1");
  // The reason changes no amount, but a request must have one.
  params.set("reason", "other");
  return params.toString();
}
