import { convertToRub, toMajorUnits, toMinorUnits } from "../../money/currency.ts";
import type { Tx } from "../../platform/db/database.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { type ActionContext, requireStepUp } from "../../staff/admin-action.ts";
import { stepUpRefundMinor } from "../../staff/settings.ts";
import type { CreateRefundRequest } from "./admin-schema.ts";
import { findRefundableOrder, type RefundableOrderRow } from "./refundable-order-sql.ts";
import type { RefundRequest } from "./request-refund.ts";

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
 * Refuses the refund that the transaction has requested, without a recent code of the authenticator, if all refunds of
 * the order together exceed the limit of staff: a large refund cannot be divided into small ones. The order row is
 * locked, so parallel requests cannot exceed the limit either.
 * @throws refusal `step_up_required` or `step_up_not_possible`
 */
export async function checkRefundLimit(tx: Tx, orderId: number, context: ActionContext): Promise<void> {
  const order = await findRefundableOrder(tx, orderId);
  if (!order) throw new Error(`the order ${orderId} was refunded, but does not exist`);
  const currency = { minorDigits: order.minor_digits, rubPerUnit: order.rub_per_unit };
  const refundedRubMinor = convertToRub(order.refunded_minor, currency);
  if (refundedRubMinor > (await getSetting(tx, stepUpRefundMinor))) requireStepUp(context);
}
