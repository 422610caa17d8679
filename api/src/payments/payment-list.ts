import { toMajorUnits } from "../money/currency.ts";
import type { Db } from "../platform/db/database.ts";
import type { ListedPayment, PaymentListQuery, PaymentPage } from "./admin-schema.ts";
import { countOpenRefunds, type ListedPaymentRow, listPayments, type PaymentCursor } from "./admin-sql.ts";

/** Returns one page of a view of the payments. */
export async function getPaymentPage(db: Db, query: PaymentListQuery): Promise<PaymentPage> {
  const [rows, counts] = await Promise.all([
    listPayments(db, query, query.after === undefined ? null : parseCursor(query.after)),
    countOpenRefunds(db),
  ]);
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  const next = last && rows.length > query.limit ? `${last.created_micros}_${last.id}` : null;
  return { items: items.map(serializePayment), next, counts };
}

function parseCursor(cursor: string): PaymentCursor {
  const separator = cursor.indexOf("_");
  return { micros: Number(cursor.slice(0, separator)), id: cursor.slice(separator + 1) };
}

function serializePayment(row: ListedPaymentRow): ListedPayment {
  const { amount_minor, minor_digits, created_micros: _micros, ...payment } = row;
  const toAmount = (minor: number) => toMajorUnits(minor, { minorDigits: minor_digits });
  const toIso = (timestamp: string) => new Date(timestamp).toISOString();
  return {
    ...payment,
    amount: toAmount(amount_minor),
    created_at: payment.created_at.toISOString(),
    paid_at: payment.paid_at?.toISOString() ?? null,
    attempts: payment.attempts.map((attempt) => ({ ...attempt, at: toIso(attempt.at) })),
    refunds: payment.refunds.map(({ amount_minor: minor, value_minor: valueMinor, ...refund }) => ({
      ...refund,
      amount: toAmount(minor || valueMinor),
      created_at: toIso(refund.created_at),
    })),
    differences: payment.differences.map((difference) => ({ ...difference, at: toIso(difference.at) })),
  };
}
