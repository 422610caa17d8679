import { convertToRub } from "../money/currency.ts";
import { getOrderToEdit } from "../orders/order-changes.ts";
import { getAnyCurrency } from "../money/service.ts";
import type { Db, Tx } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { listReplaceablePieces } from "../returns/replacements/replaceable-pieces.ts";
import { type LockedReturn, lockWithOrder } from "../returns/transition-return.ts";
import { refusals } from "./admin-schema.ts";

/** An approved claim whose goods are replaced at no charge, with what the order takes over from the claimed one. */
export type OpenClaim = Readonly<{
  locked: LockedReturn;
  customerId: number;
  locale: Locale;
  currency: string;
  paymentMethod: string;
  /** What the claimed pieces that are not refunded cost before the promo code, in kopecks. */
  valueRubMinor: number;
  /** The import duty that the customer confirmed with the claimed order, with the confirmation; null if there was none. */
  dutyConfirmed: { tax_minor: number } | null;
}>;

/**
 * Locks a claim, and the order that it is about.
 * @throws refusal `claim_not_open` unless it is a claim that was approved and is not resolved
 */
export async function lockOpenClaim(tx: Tx, returnId: number): Promise<OpenClaim> {
  const locked = await lockWithOrder(tx, returnId);
  const { kind, status } = locked;
  const order = await getOrderToEdit(tx, locked.order_id);
  if (kind !== "claim" || status !== "approved" || !order)
    throw refuse(refusals, "claim_not_open", { data: { status } });
  return { locked, ...(await describeClaimedOrder(tx, order, await listReplaceablePieces(tx, locked.id))) };
}

async function describeClaimedOrder(
  db: Db,
  order: NonNullable<Awaited<ReturnType<typeof getOrderToEdit>>>,
  claimed: readonly { line: number; quantity: number }[],
): Promise<Omit<OpenClaim, "locked">> {
  const { customer_id: customerId, locale, currency, payment_method: paymentMethod, rub_per_unit: rubPerUnit } = order;
  const { minorDigits } = await getAnyCurrency(db, currency);
  const valueMinor = claimed.reduce((sum, { line, quantity }) => {
    const found = order.lines.find((one) => one.line === line);
    return sum + (found?.price_minor ?? 0) * quantity;
  }, 0);
  return {
    ...{ customerId, locale, currency, paymentMethod, dutyConfirmed: order.duty_confirmed },
    valueRubMinor: convertToRub(valueMinor, { minorDigits, rubPerUnit }),
  };
}
