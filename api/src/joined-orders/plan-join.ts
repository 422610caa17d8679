import { qtyMax } from "../catalog/settings.ts";
import { calculateParcelWeight } from "../customs/duty.ts";
import { findPointForParcel } from "../delivery/pickup-points/service.ts";
import { convertFromRub, type Currency, toMajorUnits } from "../money/currency.ts";
import { listParcelMethods, sumGoodsWeight, type EditedParcel } from "../order-edits/edited-delivery.ts";
import { estimateParcelCustoms, getOrderCurrency } from "../order-edits/plan-edit.ts";
import { listVariants } from "../order-edits/variants.ts";
import { getOrderToEdit } from "../orders/order-changes.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { calculateDeliveryRefund } from "../payments/refunds/delivery-refund.ts";
import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { type JoinedOrder, type JoinedParcel, listJoinReasons } from "./join-rules.ts";
import type { JoinOutcome, JoinReason } from "./schema.ts";
import { type JoinState, listJoinStates } from "./sql.ts";

/** What sending orders in one parcel changes. Amounts in minor units of their currency. */
export type JoinPlan = Readonly<{
  mainOrderId: number;
  joinedOrderId: number;
  orderIds: readonly number[];
  currency: Currency;
  /** What the orders have paid for delivery and was not returned, and what one parcel costs today. */
  delivery: { paidMinor: number; togetherMinor: number };
  /** The part of the delivery price of the joined order that is returned, and the money of it. */
  returned: { deliveryMinor: number; moneyMinor: number };
  duty: { separateMinor: number; togetherMinor: number };
  promised: { from: string; to: string } | null;
}>;

/**
 * Plans to send two orders in one parcel, without changing anything: the later one joins the earlier one, or the one with
 * which others are already sent. The rules are those of docs/domain/joined-orders.md.
 * @returns why it is not possible, or what it changes
 * @throws refusal `order_not_found`
 */
export async function planJoin(
  db: Db,
  [firstId, secondId]: readonly [number, number],
  now: Date,
): Promise<{ reasons: readonly JoinReason[] } | { reasons: readonly []; plan: JoinPlan }> {
  const parcel = await loadParcel(db, firstId, secondId);
  const all = [parcel.main, parcel.joined, ...parcel.others];
  const lines = all.flatMap(({ order }) => order.lines);
  const variants = await listVariants(db, lines, parcel.main.order.locale);
  const reasons = listJoinReasons(parcel, { variants, qtyMax: await getSetting(db, qtyMax) });
  const { address } = parcel.main.order;
  if (reasons.length > 0 || !address) return { reasons };
  const productsRubMinor = all.reduce((sum, { order }) => sum + order.products_rub_minor, 0);
  const goods: EditedParcel = { lines, variants, address, productsRubMinor };
  const priceRubMinor = await getDeliveryPrice(db, parcel.main, goods);
  if (priceRubMinor === null) return { reasons: ["parcel_too_large"] };
  const currency = await getOrderCurrency(db, parcel.main.order);
  const togetherMinor = convertFromRub(priceRubMinor, currency);
  const duty = await estimateParcelCustoms(db, goods, currency, now);
  return {
    reasons: [],
    plan: {
      mainOrderId: parcel.main.state.id,
      joinedOrderId: parcel.joined.state.id,
      orderIds: all.map(({ state }) => state.id),
      currency,
      ...(await planRefund(db, parcel, togetherMinor)),
      duty: {
        separateMinor: all.reduce((sum, { order }) => sum + order.customs_tax_minor, 0),
        togetherMinor: duty.taxMinor,
      },
      promised: getLatestPromise(all.map(({ state }) => state)),
    },
  };
}

async function loadParcel(db: Db, firstId: number, secondId: number): Promise<JoinedParcel> {
  const states = await listJoinStates(db, [firstId, secondId]);
  const first = states.find(({ id }) => id === firstId);
  const second = states.find(({ id }) => id === secondId);
  if (!first || !second) throw refuse(orderRefusals, "order_not_found");
  const [main, joined] = isMain(first, second) ? [first, second] : [second, first];
  const otherIds = main.joined_orders.filter((id) => id !== joined.id);
  const others = await listJoinStates(db, otherIds);
  const load = async (state: JoinState): Promise<JoinedOrder> => {
    const order = await getOrderToEdit(db, state.id);
    if (!order) throw refuse(orderRefusals, "order_not_found");
    return { state, order };
  };
  return { main: await load(main), joined: await load(joined), others: await Promise.all(others.map(load)) };
}

/** Whether the first order pays the delivery: others are sent with it, or it was paid earlier. */
function isMain(first: JoinState, second: JoinState): boolean {
  if (first.joined_orders.length > 0 !== second.joined_orders.length > 0) return first.joined_orders.length > 0;
  const difference = (first.paid_at?.getTime() ?? Infinity) - (second.paid_at?.getTime() ?? Infinity);
  return difference === 0 || Number.isNaN(difference) ? first.id < second.id : difference < 0;
}

/** Returns the price of the delivery in kopecks; null if the method or the pickup point does not take the parcel. */
async function getDeliveryPrice(db: Db, { order }: JoinedOrder, goods: EditedParcel): Promise<number | null> {
  const methods = await listParcelMethods(db, goods, 0);
  const method = methods.find(({ row }) => row.id === order.shipping_method_id);
  if (!method) return null;
  if (order.pickup_point) {
    const weightG = calculateParcelWeight(sumGoodsWeight(goods.lines));
    const parcel = { country: goods.address.country, boxMm: method.boxMm, weightG };
    if (typeof (await findPointForParcel(db, order.pickup_point.code, parcel)) === "string") return null;
  }
  return method.priceRubMinor;
}

/** Calculates what is returned: what was paid above the price of one parcel, at most the delivery of the joined order. */
async function planRefund(
  db: Db,
  { main, joined, others }: JoinedParcel,
  togetherMinor: number,
): Promise<Pick<JoinPlan, "delivery" | "returned">> {
  const paid = await Promise.all(
    [joined, main, ...others].map(({ state }) => calculateDeliveryRefund(db, state.id, Infinity)),
  );
  const paidMinor = paid.reduce((sum, { deliveryMinor }) => sum + deliveryMinor, 0);
  const returned = await calculateDeliveryRefund(db, joined.state.id, Math.max(0, paidMinor - togetherMinor));
  return {
    delivery: { paidMinor, togetherMinor },
    returned: returned.moneyMinor > 0 ? returned : { deliveryMinor: 0, moneyMinor: 0 },
  };
}

function getLatestPromise(states: readonly JoinState[]): JoinPlan["promised"] {
  const getLatest = (days: (string | null)[]) =>
    days
      .filter((day) => day !== null)
      .toSorted()
      .at(-1);
  const from = getLatest(states.map(({ promised_from }) => promised_from));
  const to = getLatest(states.map(({ promised_until }) => promised_until));
  return from === undefined || to === undefined ? null : { from, to };
}

/** Serializes the effects of a plan. */
export function serializePlan({ currency, delivery, returned, duty, ...plan }: JoinPlan): JoinOutcome {
  const toAmount = (minor: number) => toMajorUnits(minor, currency);
  return {
    main_order_id: plan.mainOrderId,
    joined_order_id: plan.joinedOrderId,
    iso_code: currency.code,
    sign: currency.sign,
    delivery: { paid: toAmount(delivery.paidMinor), together: toAmount(delivery.togetherMinor) },
    refund: toAmount(returned.moneyMinor),
    duty: { separate: toAmount(duty.separateMinor), together: toAmount(duty.togetherMinor) },
    promised: plan.promised,
  };
}
