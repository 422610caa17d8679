import type { Db } from "../../platform/db/database.ts";
import { refusals as orderRefusals } from "../../orders/schema.ts";
import { refuse } from "../../platform/http/errors.ts";
import { calculateRefund } from "./refund-calculation.ts";
import { listCharges } from "./refund-sql.ts";
import { findRefundableOrder } from "./refundable-order-sql.ts";
import { toRefundableOrder } from "./request-refund.ts";

/**
 * Calculates how much of the delivery price of an order can be returned, and the money of it. A refund that would return
 * all of the money, and so cancel the order, is none.
 * @param maxMinor the most that is returned of the delivery price, in minor units of the order's currency
 * @throws refusal `order_not_found`
 */
export async function calculateDeliveryRefund(
  db: Db,
  orderId: number,
  maxMinor: number,
): Promise<{ deliveryMinor: number; moneyMinor: number }> {
  const [order, charges] = await Promise.all([findRefundableOrder(db, orderId), listCharges(db, orderId)]);
  if (!order) throw refuse(orderRefusals, "order_not_found");
  const leftMinor = charges.reduce((sum, charge) => sum + charge.left_minor, 0);
  const deliveryMinor = Math.min(maxMinor, order.delivery_minor - order.refunded_delivery_minor);
  const { moneyMinor } = calculateRefund(toRefundableOrder(order), { lines: [], deliveryMinor });
  return { deliveryMinor, moneyMinor: moneyMinor < leftMinor ? moneyMinor : 0 };
}
