import { toWire } from "../money/currency.ts";
import type { Db } from "../platform/db.ts";
import { type RefundRow, refundsOfOrder } from "./refund-sql.ts";

/** What the provider has said to a refund; `not_sent`: it could not be reached yet. */
type RefundStatus = "succeeded" | "pending" | "not_sent" | "refused";

export type RefundReport = {
  refunds: { id: string; amount: number; iso_code: string; status: RefundStatus }[];
  lines: string[];
  /** The money does not come back by itself: somebody must act. */
  isRefused: boolean;
};

/**
 * How the refunds of an order stand, in words for the staff.
 * @param ids which of them; null for the newest of each payment.
 */
export async function reportRefunds(db: Db, orderId: number, ids: readonly string[] | null): Promise<RefundReport> {
  const rows = await refundsOfOrder(db, orderId, ids);
  const refunds = rows.map((row) => ({
    id: row.id,
    amount: toWire(row.amount_minor, { minorDigits: row.minor_digits }),
    iso_code: row.currency,
    status: statusOf(row),
  }));
  return {
    refunds,
    lines: refunds.map(({ id, amount, iso_code, status }) => words[status](`${amount} ${iso_code}`, orderId, id)),
    isRefused: refunds.some(({ status }) => status === "refused"),
  };
}

function statusOf({ status, provider_ref }: RefundRow): RefundStatus {
  if (status === "failed") return "refused";
  if (status === "succeeded") return "succeeded";
  return provider_ref === null ? "not_sent" : "pending";
}

const words: Record<RefundStatus, (sum: string, orderId: number, id: string) => string> = {
  succeeded: (sum) => `${sum} was refunded.`,
  pending: (sum) => `The refund of ${sum} is pending: the provider has taken it and not confirmed it yet.`,
  not_sent: (sum) => `The refund of ${sum} is pending: the provider does not answer, and is asked again every minute.`,
  refused: (sum, orderId, id) =>
    `The provider refused the refund of ${sum} (${id}): the money has not gone back. Look at the payment in the provider's account, then ask again: npm run shop -- payments refund ${orderId}`,
};
