import { toMajorUnits } from "../../money/currency.ts";
import type { Db } from "../../platform/db/database.ts";
import { type RefundRow, listOrderRefunds } from "./refund-sql.ts";

/** The state of a refund at the provider. `not_sent`: the provider could not be reached yet. */
type RefundStatus = "succeeded" | "pending" | "not_sent" | "refused";

export type RefundReport = {
  refunds: { id: string; amount: number; iso_code: string; status: RefundStatus }[];
  lines: string[];
  /** True if the provider refused a refund, so that staff must act. */
  isRefused: boolean;
};

/**
 * Describes the refunds of an order for staff.
 * @param ids the refunds to describe; null for the newest refund of each successful attempt.
 */
export async function reportRefunds(db: Db, orderId: number, ids: readonly string[] | null): Promise<RefundReport> {
  const rows = await listOrderRefunds(db, orderId, ids);
  const refunds = rows.map((row) => ({
    id: row.id,
    amount: toMajorUnits(row.amount_minor, { minorDigits: row.minor_digits }),
    iso_code: row.currency,
    status: getRefundStatus(row),
  }));
  return {
    refunds,
    lines: refunds.map(({ id, amount, iso_code, status }) => messages[status](`${amount} ${iso_code}`, orderId, id)),
    isRefused: refunds.some(({ status }) => status === "refused"),
  };
}

function getRefundStatus({ status, provider_ref }: RefundRow): RefundStatus {
  if (status === "failed") return "refused";
  if (status === "succeeded") return "succeeded";
  return provider_ref === null ? "not_sent" : "pending";
}

const messages: Record<RefundStatus, (amount: string, orderId: number, id: string) => string> = {
  succeeded: (amount) => `${amount} was refunded.`,
  pending: (amount) => `The refund of ${amount} is pending: the provider has accepted but not confirmed it yet.`,
  not_sent: (amount) =>
    `The refund of ${amount} is pending: the provider does not respond, and the request is repeated every minute.`,
  refused: (amount, orderId, id) =>
    `The provider refused the refund of ${amount} (${id}): no money was returned. Check the payment in the provider's account, then repeat the refund: npm run shop -- payments refund ${orderId}`,
};
