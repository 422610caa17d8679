import type { StockItem } from "../catalog/products/stock.ts";
import { serializeCardImage } from "../content/images.ts";
import { type Currency, toMajorUnits } from "../money/currency.ts";
import { getCurrency } from "../money/service.ts";
import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { type PurchasedGiftCardRow, listOrderGiftCards } from "../gift-cards/purchases/purchases.ts";
import { activeStatuses, cancelableStatuses } from "./status/order-state-machine.ts";
import {
  type Order,
  type OrderList,
  type OrderStatus,
  orderStatuses,
  type OrderSummary,
  type OrdersQuery,
  refusals,
} from "./schema.ts";
import { serializeOrderAddress } from "./order-address.ts";
import {
  countOrdersByStatus,
  listCustomerOrders,
  findOrder,
  listOrderLines,
  type OrderLineRow,
  type OrderRow,
} from "./sql.ts";
import { getTrackingUrl, listTrackingNumbers } from "./status/tracking.ts";

const MAX_SUMMARY_IMAGES = 4;

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
  const countOrders = (group: readonly OrderStatus[]) =>
    statusCounts.filter((row) => group.includes(row.status)).reduce((sum, row) => sum + row.count, 0);
  const all = countOrders(orderStatuses);
  const active = countOrders(activeStatuses);
  return {
    items: await Promise.all(
      rows.map(async (row) => serializeOrderSummary(row, lines, await getCurrency(db, row.currency))),
    ),
    total: countOrders(statuses),
    page: query.page,
    per_page: query.per_page,
    counts: { all, active, completed: all - active },
  };
}

/**
 * Returns one of the customer's own orders.
 * @throws refusal `order_not_found`, also for another customer's order.
 */
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
    items: lines.map((line) => serializeOrderItem(line, currency)),
    certificates: { items: giftCards.map((giftCard) => serializeGiftCard(giftCard, currency)) },
    promocode: row.promo_code,
    comment: row.comment,
    address: address && serializeOrderAddress(address, locale),
    shipping:
      row.shipping_method_id === null
        ? null
        : {
            id: row.shipping_method_id,
            name: row.shipping_name,
            point: row.pickup_point && `${row.pickup_point.city}, ${row.pickup_point.address}`,
            days_min: row.days_min,
            days_max: row.days_max,
            promised:
              row.promised_from === null || row.promised_until === null
                ? null
                : { from: row.promised_from, to: row.promised_until },
          },
    history: history.map(({ created_at, ...entry }) => ({ ...entry, at: created_at.toISOString() })),
    cancellable: cancelableStatuses.includes(row.status) && !row.carries_returned_delivery,
  };
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

function serializeOrderItem(line: OrderLineRow, currency: Currency): Order["items"][number] {
  return {
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
  };
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
    tracking_numbers: listTrackingNumbers(row).map((number) => ({ number, url: getTrackingUrl(number) })),
    pay_until: row.status === "awaiting_payment" ? row.pay_until.toISOString() : null,
    payment_id: row.payment_id,
    joined_orders: row.joined_orders,
    is_refunded_outside: row.is_refunded_outside,
  };
}
