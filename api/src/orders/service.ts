import { randomInt } from "node:crypto";
import { type Pieces, returnStock } from "../catalogue/stock.ts";
import { cardPictureOf } from "../content/pictures.ts";
import { type Currency, toWire } from "../money/currency.ts";
import { currencyByCode } from "../money/service.ts";
import type { Db, Tx } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";
import type { Locale } from "../platform/locale.ts";
import {
  type BoughtCertificate,
  boughtInOrder,
  isAllSent,
  issueBought,
  sendDueCertificates,
} from "../promotions/bought.ts";
import { tellOfOrder, tellReader } from "./events.ts";
import { moveMeans } from "./means.ts";
import { activeStatuses, cancellableStatuses, mayMove } from "./moves.ts";
import {
  type CancelCause,
  type Order,
  type OrderList,
  type OrderStatus,
  orderStatuses,
  type OrderSummary,
  type OrdersQuery,
  refusals,
} from "./schema.ts";
import {
  addHistory,
  type AddressSnapshot,
  countByStatus,
  customerOrders,
  findOrder,
  type HeldOrder,
  insertOrder,
  linesOf,
  lockOrder,
  type NewOrder,
  type NewOrderLine,
  type OrderLineRow,
  orderPieces,
  type OrderRow,
  type PointSnapshot,
  setPaymentMethod,
  updateStatus,
} from "./sql.ts";
import { isTrackingNumber, trackingUrl } from "./tracking.ts";

export type { AddressSnapshot, NewOrder, NewOrderLine, PointSnapshot };

const PICTURES_IN_SUMMARY = 4;

/** What is known of a move beside where to. */
export type MoveDetails = { now: Date; note?: string; tracking?: string; cause?: CancelCause };

/**
 * Moves an order, writes its history, tells its customer and does what the move brings: goods of an order that is called
 * off are for sale again, and what had paid for it is given back (`moveMeans`).
 * @returns true when it moved, false when it already was there.
 * Refuses `order_not_found`, `order_move_not_allowed`, `tracking_number_invalid`.
 */
export async function moveOrder(db: Tx, orderId: number, to: OrderStatus, more: MoveDetails): Promise<boolean> {
  const order = await lockOrder(db, orderId);
  if (!order) throw refuse(refusals, "order_not_found");
  if (order.status === to) return false;
  if (!mayMove(order.status, to, order.products_minor > 0))
    throw refuse(refusals, "order_move_not_allowed", { params: { from: order.status, to } });
  if (more.tracking !== undefined && !isTrackingNumber(more.tracking))
    throw refuse(refusals, "tracking_number_invalid");
  if (order.stock_held && to === "cancelled") await returnStock(db, await orderPieces(db, orderId));
  // What was shipped is nobody's to sell again: a returned parcel is looked at first.
  const stockHeld = order.stock_held && to !== "cancelled" && to !== "shipped";
  await updateStatus(db, orderId, to, more.now, { tracking: more.tracking, stockHeld });
  const cause = to === "cancelled" ? (more.cause ?? "shop") : null;
  await addHistory(db, orderId, { status: to, at: more.now, note: more.note ?? "", cause });
  // Certificates alone have been told of by their own letters.
  if (order.products_minor > 0 || to !== "delivered")
    await tellOfOrder(db, orderId, cause === "expired" ? "expired" : to);
  await moveMeans(db, order, to, more.now);
  if (to === "paid" && order.certificates_minor > 0) await handOver(db, order, more.now);
  return true;
}

/** Makes the certificates of a paid order; one that holds nothing else is delivered once all are sent. */
async function handOver(db: Tx, order: HeldOrder, now: Date): Promise<void> {
  const isSent = await issueBought(db, order.id, now);
  if (isSent && order.products_minor === 0) await moveOrder(db, order.id, "delivered", { now });
}

/** Sends the certificates whose day has come; orders of nothing else are delivered with their last one. */
export async function sendCertificates(house: House): Promise<void> {
  await sendDueCertificates(house, async (db, orderIds) => {
    for (const orderId of orderIds) {
      const order = await lockOrder(db, orderId);
      if (order?.status === "paid" && order.products_minor === 0 && (await isAllSent(db, orderId)))
        await moveOrder(db, orderId, "delivered", { now: house.clock.now() });
    }
  });
}

/**
 * Writes an order with its lines and the first row of its history. Its number is drawn, so that it tells nobody
 * how many orders there are; a taken one is drawn again.
 */
export async function writeOrder(db: Tx, order: Omit<NewOrder, "id">, lines: NewOrderLine[]): Promise<number> {
  for (;;) {
    const id = randomInt(100_000_000, 1_000_000_000);
    const written = await insertOrder(db, { ...order, id }, lines);
    if (!written) continue;
    // What nothing is to be paid for is paid at once, and told of then.
    if (written.reader && order.total_minor > 0) await tellReader(db, written.reader, id, "awaiting_payment");
    return id;
  }
}

/** Notes that an order is to be paid another way. Its row must be held. */
export async function changePaymentMethod(db: Tx, id: number, method: string): Promise<void> {
  await setPaymentMethod(db, id, method);
}

/** The customer's own orders, newest first (spec §2: all, active, completed). */
export async function listOrders(db: Db, customerId: number, query: OrdersQuery): Promise<OrderList> {
  const statuses = orderStatuses.filter(
    (status) => query.status === "all" || activeStatuses.includes(status) === (query.status === "active"),
  );
  const [rows, counted] = await Promise.all([
    customerOrders(db, customerId, statuses, { limit: query.per_page, offset: (query.page - 1) * query.per_page }),
    countByStatus(db, customerId),
  ]);
  const lines = await linesOf(
    db,
    rows.map((row) => row.id),
  );
  const count = (of: readonly OrderStatus[]) =>
    counted.filter((row) => of.includes(row.status)).reduce((sum, row) => sum + row.count, 0);
  const all = count(orderStatuses);
  const active = count(activeStatuses);
  return {
    items: await Promise.all(rows.map(async (row) => summary(row, lines, await currencyByCode(db, row.currency)))),
    total: count(statuses),
    page: query.page,
    per_page: query.per_page,
    counts: { all, active, completed: all - active },
  };
}

/** One of the customer's own orders. Refuses `order_not_found`, also for somebody else's. */
export async function getOrder(db: Db, customerId: number, id: number, locale: Locale): Promise<Order> {
  const row = await findOrder(db, id);
  if (row?.customer_id !== customerId) throw refuse(refusals, "order_not_found");
  const [currency, bought] = await Promise.all([
    currencyByCode(db, row.currency),
    row.certificates_minor > 0 ? boughtInOrder(db, id) : [],
  ]);
  const { address, history, lines } = row;
  return {
    ...summary(row, lines, currency),
    items: lines.map((line) => ({
      product_id: line.product_id,
      option_id: line.option_id,
      link_rewrite: line.link_rewrite,
      image: line.image && cardPictureOf(line.image, line.name),
      reference: line.reference,
      name: line.name,
      option_name: line.option_name,
      qty: line.qty,
      price: toWire(line.price_minor, currency),
      price_total: toWire(line.total_minor, currency),
      discount: toWire(line.discount_minor, currency),
      is_present: line.is_present,
    })),
    certificates: { items: bought.map((one) => wireBought(one, currency)) },
    promocode: row.promo_code,
    comment: row.comment,
    address: address && {
      first_name: address.first_name,
      last_name: address.last_name,
      middle_name: address.middle_name,
      country: address.country,
      country_name: locale === "ru-RU" ? address.country_name_ru : address.country_name_en,
      state: address.state,
      postcode: address.postcode,
      city: address.city,
      address: address.address,
      phone_mobile: address.phone_mobile,
    },
    shipping:
      row.shipping_method_id === null
        ? null
        : {
            id: row.shipping_method_id,
            name: row.shipping_name,
            point: row.pickup_point && `${row.pickup_point.city}, ${row.pickup_point.address}`,
            days_min: row.days_min,
            days_max: row.days_max,
          },
    history: history.map(({ at, ...step }) => ({ ...step, at: at.toISOString() })),
    cancellable: cancellableStatuses.includes(row.status),
  };
}

/**
 * Calls an order off for its customer, until it is packed, and puts its goods on sale again; money that was paid is for
 * the caller to give back.
 * @returns false when it was called off before. Refuses `order_not_found`, `order_not_cancellable`.
 */
export async function cancelOwnOrder(db: Tx, customerId: number, id: number, now: Date): Promise<boolean> {
  const held = await lockOrder(db, id);
  if (held?.customer_id !== customerId) throw refuse(refusals, "order_not_found");
  if (held.status === "cancelled") return false;
  if (!cancellableStatuses.includes(held.status)) throw refuse(refusals, "order_not_cancellable");
  return moveOrder(db, id, "cancelled", { now, cause: "customer" });
}

/** Holds an order for this transaction. @returns where it stands. Refuses `order_not_found`. */
export async function holdOrder(db: Tx, id: number): Promise<OrderStatus> {
  const order = await lockOrder(db, id);
  if (!order) throw refuse(refusals, "order_not_found");
  return order.status;
}

/** What a customer's order holds of goods, presents left out. Refuses `order_not_found`, also for somebody else's. */
export async function boughtIn(db: Db, customerId: number, id: number): Promise<Pieces[]> {
  const row = await findOrder(db, id);
  if (row?.customer_id !== customerId) throw refuse(refusals, "order_not_found");
  return row.lines
    .filter((line) => !line.is_present)
    .map((line) => ({ productId: line.product_id, optionId: line.option_id, qty: line.qty }));
}

function wireBought(bought: BoughtCertificate, currency: Currency): Order["certificates"]["items"][number] {
  const { certificate, price_minor, key, sent_at, line: _line, ...dedication } = bought;
  const isVoid = certificate !== null && certificate.voided_minor === certificate.amount_minor;
  const code = isVoid ? null : (certificate?.code ?? null);
  return {
    ...dedication,
    price: toWire(price_minor, currency),
    path: code === null ? null : `/certificates/${key}`,
    code,
    sent_at: sent_at?.toISOString() ?? null,
    is_void: isVoid,
  };
}

function summary(row: OrderRow, lines: OrderLineRow[], currency: Currency): OrderSummary {
  const own = lines.filter((line) => line.order_id === row.id);
  return {
    id: row.id,
    date: row.placed_at.toISOString(),
    status: row.status,
    iso_code: currency.code,
    sign: currency.sign,
    products: toWire(row.products_minor, currency),
    certificates_price: toWire(row.certificates_minor, currency),
    delivery: toWire(row.delivery_minor, currency),
    discount: toWire(row.discount_minor + row.bonus_minor + row.certificate_minor, currency),
    discounts: {
      promo: toWire(row.discount_minor, currency),
      bonus: toWire(row.bonus_minor, currency),
      certificate: toWire(row.certificate_minor, currency),
    },
    customs_tax: toWire(row.customs_tax_minor, currency),
    total: toWire(row.total_minor, currency),
    products_count: own.reduce((sum, line) => sum + line.qty, 0),
    images: own
      .slice(0, PICTURES_IN_SUMMARY)
      .flatMap((line) => (line.image ? [cardPictureOf(line.image, line.name)] : [])),
    tracking:
      row.tracking_number === null ? null : { number: row.tracking_number, url: trackingUrl(row.tracking_number) },
    pay_until: row.status === "awaiting_payment" ? row.pay_until.toISOString() : null,
    payment_id: row.payment_id,
  };
}
