import type { Tx } from "../platform/db/database.ts";
import { commonRefusals, refuse } from "../platform/http/errors.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { withIdempotency } from "../platform/http/idempotency.ts";
import { type OrderStatus, refusals as orderRefusals } from "../orders/schema.ts";
import { lockOrderAndGetStatus } from "../orders/status/transition-order.ts";
import { publishStaffEvent } from "../staff/events/staff-event.ts";
import { findOrderOfCustomer } from "./customer-sql.ts";
import { notifyCustomer } from "./notify-customer.ts";
import { attachPhotos } from "./photo-sql.ts";
import { requestReturn } from "./request-return.ts";
import { getLastDay, getReturnPeriods, isPeriodOver } from "./return-period.ts";
import { type CreatedReturn, type NewReturn, reasonsByKind, refusals, type ReturnKind } from "./schema.ts";

/** The statuses of an order whose goods may be with the customer; the parcel of a returned order has come back. */
export const customerStatuses: readonly OrderStatus[] = ["shipped", "delivered"];

/** The order and the customer of a request, and its idempotency key. */
type Request = { customerId: number; orderId: number; key: string | null };

/**
 * Creates a return that a customer requests, once for each key, and emails them that it has come in.
 * @throws refusal `order_not_found`, also for another customer's order, `return_period_over` with the last day,
 * `return_not_possible`, `return_quantity_exceeded`, or a validation error `photo_unknown` for the field `photos`
 */
export async function requestCustomerReturn(
  { db, clock }: AppContext,
  { customerId, orderId, key }: Request,
  newReturn: NewReturn,
): Promise<CreatedReturn> {
  const options = { scope: `returns:${customerId}`, key, body: { orderId, ...newReturn } };
  return withIdempotency(db, options, async (tx) => {
    const id = await createReturn(tx, { customerId, orderId }, newReturn, clock.now());
    return { id };
  });
}

async function createReturn(
  tx: Tx,
  { customerId, orderId }: Omit<Request, "key">,
  { reason, outcome, comment, lines, photos }: NewReturn,
  now: Date,
): Promise<number> {
  const kind = getKind(reason, outcome);
  const order = await findOrderOfCustomer(tx, customerId, orderId);
  if (!order) throw refuse(orderRefusals, "order_not_found");
  const status = await lockOrderAndGetStatus(tx, orderId);
  if (!customerStatuses.includes(status)) throw refuse(refusals, "return_not_possible", { data: { status } });
  const lastDay = getLastDay(order.delivered_at, (await getReturnPeriods(tx))[kind]);
  if (isPeriodOver(lastDay, now)) throw refuse(refusals, "return_period_over", { data: { last_day: lastDay } });
  const id = await requestReturn(tx, orderId, { kind, reason, comment, lines }, now, { requestedOutcome: outcome });
  const ids = [...new Set(photos)];
  if (ids.length > 0 && !(await attachPhotos(tx, { returnId: id, customerId, ids })))
    throw refuse(commonRefusals, "validation_failed", { fields: { photos: ["photo_unknown"] } });
  await notifyCustomer(tx, { id, order_id: orderId }, "requested", now);
  await publishStaffEvent(tx, { kind: "return", id: String(id), actor_id: null });
  return id;
}

/** Goods that arrived damaged, wrong or not at all are a claim, and need not come back. */
function getKind(reason: NewReturn["reason"], outcome: NewReturn["outcome"]): ReturnKind {
  if (reasonsByKind.claim.some((one) => one === reason)) return "claim";
  return outcome === "replacement" ? "exchange" : "return";
}
