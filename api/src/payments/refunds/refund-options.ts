import { toMajorUnits } from "../../money/currency.ts";
import { refusals as orderRefusals } from "../../orders/schema.ts";
import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { stepUpRefundMinor } from "../../staff/settings.ts";
import type { RefundOptions } from "./admin-schema.ts";
import { calculateShare } from "./refund-calculation.ts";
import { findRefundableOrder } from "./refundable-order-sql.ts";
import { listCharges } from "./refund-sql.ts";
import { canRestock, isPaidWithoutMoney } from "./request-refund.ts";

/** Returns what of an order can be refunded. @throws refusal `order_not_found` */
export async function getRefundOptions(db: Db, orderId: number): Promise<RefundOptions> {
  const [order, charges, limitMinor] = await Promise.all([
    findRefundableOrder(db, orderId),
    listCharges(db, orderId),
    getSetting(db, stepUpRefundMinor),
  ]);
  if (!order) throw refuse(orderRefusals, "order_not_found");
  const toAmount = (minor: number) => toMajorUnits(minor, { minorDigits: order.minor_digits });
  return {
    currency: order.currency,
    payment_method: order.payment_method,
    is_money: !isPaidWithoutMoney(order),
    refundable: toAmount(charges.reduce((sum, { left_minor }) => sum + left_minor, 0)),
    refunded: toAmount(order.refunded_minor),
    lines: order.lines.map(({ line, quantity, total_minor, refunded_quantity }) => ({
      ...{ line, quantity, quantity_left: quantity - refunded_quantity },
      amount_left: toAmount(total_minor - calculateShare(total_minor, refunded_quantity, quantity)),
    })),
    delivery: toAmount(order.delivery_minor),
    delivery_left: toAmount(order.delivery_minor - order.refunded_delivery_minor),
    can_restock: canRestock(order),
    step_up_limit: toMajorUnits(limitMinor, { minorDigits: 2 }),
  };
}
