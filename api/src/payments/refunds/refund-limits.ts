import { convertToRub, toMajorUnits, toMinorUnits } from "../../money/currency.ts";
import type { Db } from "../../platform/db/database.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import type { CreateRefundRequest } from "./admin-schema.ts";
import { findRefundableOrder, type RefundableOrderRow } from "./refundable-order-sql.ts";
import { findRefundToRetry, listCharges } from "./refund-sql.ts";
import { getRefundAmount, type RefundRequest } from "./request-refund.ts";

/**
 * Converts the input of staff into a request, in minor units of the order's currency.
 * @throws refusal `validation_failed` if an amount has more decimals than the currency
 */
export function toRefundParts(
  order: Pick<RefundableOrderRow, "minor_digits">,
  { lines, delivery, amount }: Pick<CreateRefundRequest, "lines" | "delivery" | "amount">,
): Pick<RefundRequest, "lines" | "deliveryMinor" | "amountMinor"> {
  const currency = { minorDigits: order.minor_digits };
  const toMinor = (field: string, value: number) => {
    const minor = toMinorUnits(value, currency);
    if (toMajorUnits(minor, currency) !== value)
      throw refuse(commonRefusals, "validation_failed", { fields: { [field]: ["invalid"] } });
    return minor;
  };
  return {
    lines,
    deliveryMinor: toMinor("delivery", delivery),
    amountMinor: amount === null ? null : toMinor("amount", amount),
  };
}

/**
 * Returns what would be refunded of an order together with all its refunds before, in kopecks at the order's rate: the
 * limits of staff apply to the sum, so that a large refund cannot be divided into small ones. 0 without such an order.
 * @throws refusal `refund_too_large` or `nothing_to_refund`
 */
export async function getRefundedRubMinor(
  db: Db,
  orderId: number,
  input: Pick<CreateRefundRequest, "lines" | "delivery" | "amount">,
): Promise<number> {
  const order = await findRefundableOrder(db, orderId);
  if (!order) return 0;
  const charges = await listCharges(db, orderId);
  const refundableMinor = charges.reduce((sum, { left_minor }) => sum + left_minor, 0);
  const { amountMinor } = getRefundAmount(order, toRefundParts(order, input), refundableMinor);
  return toRubMinor(order, order.refunded_minor + amountMinor);
}

/** Returns what would be refunded of an order if a failed refund succeeds, in kopecks. 0 without such a refund. */
export async function getRetriedRubMinor(db: Db, refundId: string): Promise<number> {
  const refund = await findRefundToRetry(db, refundId);
  const order = refund && (await findRefundableOrder(db, refund.order_id));
  return order ? toRubMinor(order, order.refunded_minor + refund.amount_minor) : 0;
}

function toRubMinor({ minor_digits, rub_per_unit }: RefundableOrderRow, minor: number): number {
  return convertToRub(minor, { minorDigits: minor_digits, rubPerUnit: rub_per_unit });
}
