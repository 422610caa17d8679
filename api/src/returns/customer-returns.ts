import { serializeCardImage } from "../content/images.ts";
import type { MediaRow } from "../content/images.ts";
import { toMajorUnits } from "../money/currency.ts";
import { getCurrency } from "../money/service.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { findCustomerOrderReturns, findCustomerReturn } from "./customer-sql.ts";
import { customerStatuses } from "./request-customer-return.ts";
import { getLastDay, getReturnPeriods, isPeriodOver } from "./return-period.ts";
import { type CustomerOrderReturns, type CustomerReturn, refusals } from "./schema.ts";

/**
 * Returns the returns of a customer's order, and what of it they can return.
 * @throws refusal `order_not_found`, also for another customer's order
 */
export async function getCustomerOrderReturns(
  db: Db,
  customerId: number,
  orderId: number,
  now: Date,
): Promise<CustomerOrderReturns> {
  const [row, periods] = await Promise.all([findCustomerOrderReturns(db, customerId, orderId), getReturnPeriods(db)]);
  if (!row) throw refuse(orderRefusals, "order_not_found");
  const currency = await getCurrency(db, row.currency);
  const isPossible = customerStatuses.includes(row.status) && row.lines.some(({ available }) => available > 0);
  const [returnUntil, claimUntil] = [periods.return, periods.claim].map((days) => getLastDay(row.delivered_at, days));
  return {
    ...{ iso_code: currency.code, sign: currency.sign },
    order: { id: row.id, status: row.status, delivered_at: row.delivered_at?.toISOString() ?? null },
    can_return: isPossible && !isPeriodOver(returnUntil ?? null, now),
    can_claim: isPossible && !isPeriodOver(claimUntil ?? null, now),
    return_until: returnUntil ?? null,
    claim_until: claimUntil ?? null,
    lines: row.lines.map(({ value_minor, ...line }) => ({
      ...serializeLine(line),
      value: toMajorUnits(value_minor, currency),
    })),
    returns: row.returns.map((one) => ({ ...one, requested_at: toIso(one.requested_at) })),
  };
}

/**
 * Returns a return of a customer.
 * @throws refusal `return_not_found`, also for another customer's return
 */
export async function getCustomerReturn(db: Db, customerId: number, id: number): Promise<CustomerReturn> {
  const row = await findCustomerReturn(db, customerId, id);
  if (!row) throw refuse(refusals, "return_not_found");
  const { currency: code, value_minor, lines, refunds, ...fields } = row;
  const currency = await getCurrency(db, code);
  return {
    ...fields,
    ...{ iso_code: currency.code, sign: currency.sign },
    // What staff recorded is for colleagues.
    comment: row.requested_outcome === null ? "" : row.comment,
    requested_at: row.requested_at.toISOString(),
    approved_at: row.approved_at?.toISOString() ?? null,
    received_at: row.received_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
    value: toMajorUnits(value_minor, currency),
    lines: lines.map(serializeLine),
    refunds: refunds.map(({ amount_minor, is_money, is_paid, created_at }) => ({
      ...{ is_money, is_paid, created_at: toIso(created_at) },
      amount: toMajorUnits(amount_minor, currency),
    })),
  };
}

function serializeLine<Line extends { name: string; image: MediaRow | null }>(line: Line) {
  return { ...line, image: line.image && serializeCardImage(line.image, line.name) };
}

function toIso(timestamp: string): string {
  return new Date(timestamp).toISOString();
}
