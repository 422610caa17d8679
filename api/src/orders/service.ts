import { randomInt } from "node:crypto";
import { type StockItem, restockItems } from "../catalog/products/stock.ts";
import { serializeCardImage } from "../content/images.ts";
import { type Currency, toMajorUnits } from "../money/currency.ts";
import { getCurrency } from "../money/service.ts";
import type { Db, Tx } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import {
  type PurchasedGiftCardRow,
  listOrderGiftCards,
  areAllSent,
  issuePurchasedGiftCards,
  sendDueGiftCards,
} from "../gift-cards/purchases.ts";
import { notifyCustomer, notifyContact } from "./notifications.ts";
import { updateAdjustments } from "./adjustments.ts";
import { activeStatuses, cancelableStatuses, canTransition } from "./order-state-machine.ts";
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
  countOrdersByStatus,
  listCustomerOrders,
  findOrder,
  type LockedOrder,
  insertOrder,
  listOrderLines,
  lockOrder,
  type NewOrder,
  type NewOrderLine,
  type OrderLineRow,
  listOrderItems,
  type OrderRow,
  type PickupPointSnapshot,
  updateStatus,
} from "./sql.ts";
import { isValidTrackingNumber, getTrackingUrl } from "./tracking.ts";

export type { AddressSnapshot, NewOrder, NewOrderLine, PickupPointSnapshot };

const MAX_SUMMARY_IMAGES = 4;

/** Details of a status change. `tracking` is the tracking number of the parcel. */
export type TransitionDetails = { now: Date; note?: string; tracking?: string; cause?: CancelCause };

/**
 * Changes the status of an order, records it in the order history, notifies the customer and applies the consequences:
 * the goods of a canceled order return to stock, and promo code, gift card and loyalty points are updated
 * (`updateAdjustments`).
 * @returns true if the status changed, false if the order already had it.
 * @throws refusal `order_not_found`, `order_move_not_allowed` or `tracking_number_invalid`.
 */
export async function transitionOrder(
  db: Tx,
  orderId: number,
  to: OrderStatus,
  details: TransitionDetails,
): Promise<boolean> {
  const order = await lockOrder(db, orderId);
  if (!order) throw refuse(refusals, "order_not_found");
  if (order.status === to) return false;
  if (!canTransition(order.status, to, order.products_minor > 0))
    throw refuse(refusals, "order_move_not_allowed", { params: { from: order.status, to } });
  if (details.tracking !== undefined && !isValidTrackingNumber(details.tracking))
    throw refuse(refusals, "tracking_number_invalid");
  if (order.is_stock_reserved && to === "cancelled") await restockOrderItems(db, orderId);
  // Shipped goods are not returned to stock automatically: a returned parcel is inspected first.
  const stockHeld = order.is_stock_reserved && to !== "cancelled" && to !== "shipped";
  await updateStatus(db, orderId, to, details.now, { tracking: details.tracking, stockHeld });
  const cause = to === "cancelled" ? (details.cause ?? "shop") : null;
  await addHistory(db, orderId, { status: to, created_at: details.now, note: details.note ?? "", cause });
  // For an order that contains only gift cards, the gift card emails replace the delivery notification.
  if (order.products_minor > 0 || to !== "delivered")
    await notifyCustomer(db, orderId, cause === "expired" ? "expired" : to);
  await updateAdjustments(db, order, to, details.now);
  if (to === "paid" && order.purchased_gift_cards_minor > 0) await issueAndDeliverGiftCards(db, order, details.now);
  return true;
}

/** Returns all items of an order to stock. */
export async function restockOrderItems(db: Tx, orderId: number): Promise<void> {
  await restockItems(db, await listOrderItems(db, orderId));
}

/** Issues the gift cards of a paid order. An order without other items is delivered once all of them are sent. */
async function issueAndDeliverGiftCards(db: Tx, order: LockedOrder, now: Date): Promise<void> {
  const areAllSent = await issuePurchasedGiftCards(db, order.id, now);
  if (areAllSent && order.products_minor === 0) await transitionOrder(db, order.id, "delivered", { now });
}

/** Sends the gift cards that are due. An order without other items is delivered with its last gift card. */
export async function sendGiftCards(app: AppContext): Promise<void> {
  await sendDueGiftCards(app, async (db, orderIds) => {
    for (const orderId of orderIds) {
      const order = await lockOrder(db, orderId);
      if (order?.status === "paid" && order.products_minor === 0 && (await areAllSent(db, orderId)))
        await transitionOrder(db, orderId, "delivered", { now: app.clock.now() });
    }
  });
}

/**
 * Creates an order with its lines and the first entry of its history. The order number is random so that it does not
 * disclose how many orders exist; if it is taken, another one is drawn.
 * @returns the order number.
 */
export async function createOrder(db: Tx, order: Omit<NewOrder, "id">, lines: NewOrderLine[]): Promise<number> {
  for (;;) {
    const id = randomInt(100_000_000, 1_000_000_000);
    const inserted = await insertOrder(db, { ...order, id }, lines);
    if (!inserted) continue;
    // An order with nothing to pay is marked paid at once, and its notification is sent then.
    if (inserted.contact && order.total_minor > 0) await notifyContact(db, inserted.contact, id, "awaiting_payment");
    return id;
  }
}

/** Lists the customer's own orders (all, active or completed), newest first. */
export async function listOrders(db: Db, customerId: number, query: OrdersQuery): Promise<OrderList> {
  const statuses = orderStatuses.filter(
    (status) => query.status === "all" || activeStatuses.includes(status) === (query.status === "active"),
  );
  const [rows, statusCounts] = await Promise.all([
    listCustomerOrders(db, customerId, statuses, { limit: query.per_page, offset: (query.page - 1) * query.per_page }),
    countOrdersByStatus(db, customerId),
  ]);
  const lines = await listOrderLines(
    db,
    rows.map((row) => row.id),
  );
  const count = (group: readonly OrderStatus[]) =>
    statusCounts.filter((row) => group.includes(row.status)).reduce((sum, row) => sum + row.count, 0);
  const all = count(orderStatuses);
  const active = count(activeStatuses);
  return {
    items: await Promise.all(
      rows.map(async (row) => serializeOrderSummary(row, lines, await getCurrency(db, row.currency))),
    ),
    total: count(statuses),
    page: query.page,
    per_page: query.per_page,
    counts: { all, active, completed: all - active },
  };
}

/** Returns one of the customer's own orders. @throws refusal `order_not_found`, also for another customer's order. */
export async function getOrder(db: Db, customerId: number, id: number, locale: Locale): Promise<Order> {
  const row = await findOrder(db, id);
  if (row?.customer_id !== customerId) throw refuse(refusals, "order_not_found");
  const [currency, giftCards] = await Promise.all([
    getCurrency(db, row.currency),
    row.purchased_gift_cards_minor > 0 ? listOrderGiftCards(db, id) : [],
  ]);
  const { address, history, lines } = row;
  return {
    ...serializeOrderSummary(row, lines, currency),
    items: lines.map((line) => ({
      product_id: line.product_id,
      option_id: line.option_id,
      link_rewrite: line.link_rewrite,
      image: line.image && serializeCardImage(line.image, line.name),
      reference: line.reference,
      name: line.name,
      option_name: line.option_name,
      qty: line.qty,
      price: toMajorUnits(line.price_minor, currency),
      price_total: toMajorUnits(line.total_minor, currency),
      discount: toMajorUnits(line.discount_minor, currency),
      is_present: line.is_gift,
    })),
    certificates: { items: giftCards.map((one) => serializeGiftCard(one, currency)) },
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
    history: history.map(({ created_at, ...entry }) => ({ ...entry, at: created_at.toISOString() })),
    cancellable: cancelableStatuses.includes(row.status),
  };
}

/**
 * Cancels an order on behalf of its customer, which is allowed until it is packed, and returns its goods to stock.
 * Refunding the payment is up to the caller.
 * @returns false if the order was already canceled.
 * @throws refusal `order_not_found` or `order_not_cancellable`.
 */
export async function cancelCustomerOrder(db: Tx, customerId: number, id: number, now: Date): Promise<boolean> {
  const order = await lockOrder(db, id);
  if (order?.customer_id !== customerId) throw refuse(refusals, "order_not_found");
  if (order.status === "cancelled") return false;
  if (!cancelableStatuses.includes(order.status)) throw refuse(refusals, "order_not_cancellable");
  return transitionOrder(db, id, "cancelled", { now, cause: "customer" });
}

/** Locks an order until the end of the transaction and returns its status. @throws refusal `order_not_found`. */
export async function lockOrderAndGetStatus(db: Tx, id: number): Promise<OrderStatus> {
  const order = await lockOrder(db, id);
  if (!order) throw refuse(refusals, "order_not_found");
  return order.status;
}

/**
 * Lists the items bought with a customer's order, without gifts.
 * @throws refusal `order_not_found`, also for another customer's order.
 */
export async function listPurchasedItems(db: Db, customerId: number, id: number): Promise<StockItem[]> {
  const row = await findOrder(db, id);
  if (row?.customer_id !== customerId) throw refuse(refusals, "order_not_found");
  return row.lines
    .filter((line) => !line.is_gift)
    .map((line) => ({ productId: line.product_id, optionId: line.option_id, qty: line.qty }));
}

function serializeGiftCard(
  purchasedGiftCard: PurchasedGiftCardRow,
  currency: Currency,
): Order["certificates"]["items"][number] {
  const { certificate: giftCard, price_minor, key, sent_at, line: _line, design, ...fields } = purchasedGiftCard;
  const isVoid = giftCard !== null && giftCard.voided_minor === giftCard.amount_minor;
  const code = isVoid ? null : (giftCard?.code ?? null);
  return {
    ...fields,
    picture: design,
    price: toMajorUnits(price_minor, currency),
    path: code === null ? null : `/certificates/${key}`,
    code,
    sent_at: sent_at?.toISOString() ?? null,
    is_void: isVoid,
  };
}

function serializeOrderSummary(row: OrderRow, lines: OrderLineRow[], currency: Currency): OrderSummary {
  const orderLines = lines.filter((line) => line.order_id === row.id);
  return {
    id: row.id,
    date: row.placed_at.toISOString(),
    status: row.status,
    iso_code: currency.code,
    sign: currency.sign,
    products: toMajorUnits(row.products_minor, currency),
    certificates_price: toMajorUnits(row.purchased_gift_cards_minor, currency),
    delivery: toMajorUnits(row.delivery_minor, currency),
    discount: toMajorUnits(row.discount_minor + row.loyalty_minor + row.gift_card_minor, currency),
    discounts: {
      promo: toMajorUnits(row.discount_minor, currency),
      bonus: toMajorUnits(row.loyalty_minor, currency),
      certificate: toMajorUnits(row.gift_card_minor, currency),
    },
    customs_tax: toMajorUnits(row.customs_tax_minor, currency),
    total: toMajorUnits(row.total_minor, currency),
    products_count: orderLines.reduce((sum, line) => sum + line.qty, 0),
    images: orderLines
      .slice(0, MAX_SUMMARY_IMAGES)
      .flatMap((line) => (line.image ? [serializeCardImage(line.image, line.name)] : [])),
    tracking:
      row.tracking_number === null ? null : { number: row.tracking_number, url: getTrackingUrl(row.tracking_number) },
    pay_until: row.status === "awaiting_payment" ? row.pay_until.toISOString() : null,
    payment_id: row.payment_id,
  };
}
