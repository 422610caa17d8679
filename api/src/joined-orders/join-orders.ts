import { checkCustoms } from "../fulfillment/check-customs.ts";
import { toMinorUnits } from "../money/currency.ts";
import { insertJoinedOrder, promiseParcelArrival } from "../orders/parcel/parcel-orders.ts";
import { requestRefund } from "../payments/refunds/request-refund.ts";
import type { Tx } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { refuse } from "../platform/http/errors.ts";
import { notifyOfJoin } from "./notifications.ts";
import { type JoinPlan, planJoin, serializePlan } from "./plan-join.ts";
import { refusals } from "./schema.ts";
import { lockParcels } from "./sql.ts";

/** Who joins orders. */
export type JoinAuthor = Readonly<{
  byCustomer: boolean;
  /** The member of staff with the label for the refund; null for a customer. */
  staff: Readonly<{ id: number | null; label: string }> | null;
}>;

/** What was shown before the orders are joined, in major units of their currency. */
export type ExpectedJoin = Readonly<{ refund: number; duty: number }>;

/**
 * Sends two paid orders in one parcel (docs/domain/joined-orders.md). Lines, payments and points stay where they are; what
 * was paid for delivery above the price of one parcel is returned.
 * @param expected missing if nothing was shown
 * @returns what was changed
 * @throws refusal `order_not_found`, `orders_not_joinable` with the reasons, or `join_outdated` if the refund or the duty is
 * not the expected one
 */
export async function joinOrders(
  app: AppContext,
  tx: Tx,
  ids: readonly [number, number],
  { author, expected }: { author: JoinAuthor; expected?: ExpectedJoin },
): Promise<JoinPlan> {
  const now = app.clock.now();
  await lockParcels(tx, ids);
  const planned = await planJoin(tx, ids, now);
  const [reason] = planned.reasons;
  if (!("plan" in planned))
    throw refuse(refusals, "orders_not_joinable", {
      params: { reason: reason ?? "not_waiting" },
      data: { reasons: planned.reasons },
    });
  const { plan } = planned;
  if (expected && !isExpected(plan, expected))
    throw refuse(refusals, "join_outdated", { data: { ...serializePlan(plan) } });
  const { mainOrderId, joinedOrderId, returned } = plan;
  const id = await insertJoinedOrder(tx, {
    ...{ order_id: joinedOrderId, main_order_id: mainOrderId },
    ...{ delivery_minor: returned.deliveryMinor, refund_minor: returned.moneyMinor },
    ...{ duty_minor: plan.duty.togetherMinor, by_customer: author.byCustomer },
    ...{ created_by: author.staff?.id ?? null, created_at: now },
  });
  if (returned.moneyMinor > 0)
    await requestRefund(app, tx, {
      ...{ orderId: joinedOrderId, lines: [], deliveryMinor: returned.deliveryMinor, amountMinor: returned.moneyMinor },
      ...{ reason: "orders_joined", restock: false, createdBy: author.staff },
    });
  await promiseParcelArrival(tx, mainOrderId);
  await checkCustoms(tx, plan.orderIds, now);
  await notifyOfJoin(tx, id, "joined");
  return plan;
}

function isExpected({ currency, returned, duty }: JoinPlan, expected: ExpectedJoin): boolean {
  return (
    toMinorUnits(expected.refund, currency) === returned.moneyMinor &&
    toMinorUnits(expected.duty, currency) === duty.togetherMinor
  );
}
