import { toMajorUnits } from "../money/currency.ts";
import { getOrderCurrency } from "../order-edits/plan-edit.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import type { Db } from "../platform/db/database.ts";
import { runPreview } from "../platform/changes/preview.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { refuse } from "../platform/http/errors.ts";
import { withIdempotency } from "../platform/http/idempotency.ts";
import { consumeRateLimit } from "../platform/http/rate-limits.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { joinOrders } from "./join-orders.ts";
import { planJoin, serializePlan } from "./plan-join.ts";
import type { JoinOutcome, JoinRequest, OrderJoining } from "./schema.ts";
import { customerJoinLimit } from "./settings.ts";
import { findParcel, listCandidates, listJoinStates } from "./sql.ts";

const MAX_OFFERS = 5;

type OwnOrder = Readonly<{ customerId: number; orderId: number }>;

/**
 * Returns how one of the customer's own orders is sent together with others, and with which ones it could be.
 * @throws refusal `order_not_found`, also for another customer's order
 */
export async function getOwnOrderJoining(db: Db, { customerId, orderId }: OwnOrder, now: Date): Promise<OrderJoining> {
  const [state] = await listJoinStates(db, [orderId]);
  if (state?.customer_id !== customerId) throw refuse(orderRefusals, "order_not_found");
  const isJoined = state.main_order_id !== orderId;
  return {
    parcel: await getParcel(db, orderId),
    offers: state.status === "paid" && !isJoined ? await listOffers(db, orderId, now) : [],
  };
}

async function getParcel(db: Db, orderId: number): Promise<OrderJoining["parcel"]> {
  const parcel = await findParcel(db, orderId);
  if (!parcel) return null;
  const currency = await getOrderCurrency(db, parcel);
  return {
    main_order_id: parcel.main_order_id,
    orders: parcel.orders.map(({ id, placed_at }) => ({ id, placed_at: new Date(placed_at).toISOString() })),
    ...{ iso_code: currency.code, sign: currency.sign },
    refund: toMajorUnits(parcel.refund_minor, currency),
    duty: toMajorUnits(parcel.duty_minor, currency),
  };
}

async function listOffers(db: Db, orderId: number, now: Date): Promise<OrderJoining["offers"]> {
  const candidates = await listCandidates(db, orderId, MAX_OFFERS);
  const offers = await Promise.all(
    candidates.map(async ({ id, placed_at }) => {
      const planned = await planJoin(db, [orderId, id], now);
      if (!("plan" in planned)) return [];
      const { iso_code, sign, refund } = serializePlan(planned.plan);
      return [{ order_id: id, placed_at: placed_at.toISOString(), iso_code, sign, refund }];
    }),
  );
  return offers.flat();
}

/**
 * Sends two of the customer's own orders in one parcel, once for each key.
 * @throws refusals of `joinOrders`; `order_not_found` also for another customer's order
 */
export async function joinOwnOrders(
  app: AppContext,
  own: OwnOrder & { key: string | null },
  { order_id: otherId, expected_refund: refund, expected_duty: duty }: JoinRequest,
): Promise<JoinOutcome> {
  const { customerId, orderId, key } = own;
  await consumeJoinLimit(app, customerId);
  await requireOwnOrders(app.db, customerId, [orderId, otherId]);
  const body = { orderId, otherId, refund, duty };
  return withIdempotency(app.db, { scope: `joined_orders:${customerId}`, key, body }, async (tx) => {
    const author = { byCustomer: true, staff: null };
    return serializePlan(await joinOrders(app, tx, [orderId, otherId], { author, expected: { refund, duty } }));
  });
}

/** Returns what `joinOwnOrders` would do, without changing anything. */
export async function previewOwnJoin(app: AppContext, own: OwnOrder, otherId: number): Promise<JoinOutcome> {
  const { customerId, orderId } = own;
  await consumeJoinLimit(app, customerId);
  await requireOwnOrders(app.db, customerId, [orderId, otherId]);
  return runPreview(app.db, async (tx) => {
    const author = { byCustomer: true, staff: null };
    return serializePlan(await joinOrders(app, tx, [orderId, otherId], { author }));
  });
}

/** @throws refusal `order_not_found` if one of two different orders is not the customer's */
async function requireOwnOrders(db: Db, customerId: number, ids: readonly [number, number]): Promise<void> {
  const states = await listJoinStates(db, ids);
  if (states.length !== 2 || states.some(({ customer_id }) => customer_id !== customerId))
    throw refuse(orderRefusals, "order_not_found");
}

/** Previews count too, since they lock the orders for a moment. */
async function consumeJoinLimit({ db, clock }: AppContext, customerId: number): Promise<void> {
  const bucket = { name: "joined_orders:joins_per_customer", subject: customerId };
  await consumeRateLimit(db, bucket, { ...(await getSetting(db, customerJoinLimit)), now: clock.now() });
}

/** What the endpoints of customers execute; `buildApi` passes it, since joining applies the rules of many modules. */
export const customerJoining = { getOwnOrderJoining, previewOwnJoin, joinOwnOrders };
export type CustomerJoining = typeof customerJoining;
