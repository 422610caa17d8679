import { type RawBuilder, sql } from "kysely";
import type { MediaRow } from "../content/images.ts";
import type { Actor } from "../platform/audit/actor.ts";
import type { Db, Tx } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { ChangedOrder } from "../platform/order-events.ts";
import type { AddressSnapshot } from "./order-address.ts";
import { carriesReturnedDelivery, mainOrderId, otherParcelOrderIds, parcelOrderIds } from "./parcel/parcel-orders.ts";
import type { CancelCause, OrderSource, OrderStatus } from "./schema.ts";

export type PickupPointSnapshot = {
  code: string;
  type: string;
  name: string;
  city: string;
  address: string;
  work_time: string;
  /** Missing in orders placed before these fields were stored. */
  postcode?: string;
  location?: { lat: number; lon: number };
};

/** An order. Amounts in minor units of its currency; see `NewOrder` for how they add up. */
export type OrderRow = {
  id: number;
  customer_id: number;
  status: OrderStatus;
  locale: Locale;
  currency: string;
  products_minor: number;
  discount_minor: number;
  loyalty_minor: number;
  gift_card_minor: number;
  delivery_minor: number;
  /** Total of the gift cards bought with the order. */
  purchased_gift_cards_minor: number;
  total_minor: number;
  customs_tax_minor: number;
  promo_code: string | null;
  /** Null, like the shipping method, if the order contains only gift cards. */
  address: AddressSnapshot | null;
  shipping_method_id: number | null;
  shipping_name: string;
  pickup_point: PickupPointSnapshot | null;
  days_min: number | null;
  days_max: number | null;
  /** The promised days of arrival, such as 2026-12-04; null until the order is paid. */
  promised_from: string | null;
  promised_until: string | null;
  comment: string;
  tracking_number: string | null;
  /** Those of the shipments that have left. */
  shipped_numbers: string[];
  placed_at: Date;
  pay_until: Date;
  paid_at: Date | null;
  payment_id: string | null;
  replaces_order_id: number | null;
  source: OrderSource;
  /** The other orders that are sent in the same parcel, by number. */
  joined_orders: number[];
  /** Whether it pays the delivery of another order, whose own was returned. */
  carries_returned_delivery: boolean;
  is_refunded_outside: boolean;
};

/** Whether staff have paid back money of an order, `o`, outside of the payment provider. */
const isRefundedOutside = sql<boolean>`exists (select from refunds r join payments p on p.id = r.payment_id
  where p.order_id = o.id and r.paid_outside_note is not null)`;

/** The tracking numbers of the shipments that have left, of an order, `o`, and of those that are sent with it. */
const shippedNumbers = sql<string[]>`array(
  select s.tracking_number from shipments s
  where s.order_id = ${mainOrderId(sql`o.id`)} and s.tracking_number is not null and s.status in ('shipped', 'delivered', 'returned')
  order by s.number)`;

const orderColumns = sql`
  o.id, o.customer_id, o.status, o.locale, o.currency, o.products_minor, o.discount_minor, o.loyalty_minor, o.gift_card_minor,
  o.delivery_minor, o.purchased_gift_cards_minor, o.total_minor, o.customs_tax_minor, o.promo_code, o.address, o.shipping_method_id, o.shipping_name,
  o.pickup_point, mc.days_min, mc.days_max, o.promised_from::text, o.promised_until::text, o.comment, o.tracking_number, ${shippedNumbers} as shipped_numbers, o.placed_at, o.pay_until, o.paid_at, o.replaces_order_id, o.source,
  ${otherParcelOrderIds(sql`o.id`)} as joined_orders, ${carriesReturnedDelivery} as carries_returned_delivery,
  ${isRefundedOutside} as is_refunded_outside,
  (select p.id from payments p where p.order_id = o.id and p.purpose = 'order' order by p.created_at desc limit 1) as payment_id`;
const orderTables = sql`
  orders o left join shipping_method_countries mc on mc.method_id = o.shipping_method_id and mc.country = o.address->>'country'`;

/** Returns an order with its lines and its complete history, or undefined. */
export async function findOrder(
  db: Db,
  id: number,
): Promise<(OrderRow & { lines: OrderLineRow[]; history: HistoryRow[] }) | undefined> {
  type QueryRow = OrderRow & {
    lines: OrderLineRow[] | null;
    history: (Omit<HistoryRow, "created_at"> & { created_at: string })[] | null;
  };
  const { rows } = await sql<QueryRow>`
    select ${orderColumns}, (
      select jsonb_agg(jsonb_build_object('status', h.status, 'created_at', h.created_at, 'note', h.note, 'cause', h.cause) order by h.id)
      from order_history h where h.order_id = o.id
    ) as history, (
      select jsonb_agg(to_jsonb(one) order by one.line) from (${selectOrderLines(sql`l.order_id = o.id`)}) one
    ) as lines
    from ${orderTables} where o.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const history = (row.history ?? []).map((entry) => ({ ...entry, created_at: new Date(entry.created_at) }));
  return { ...row, lines: row.lines ?? [], history };
}

/**
 * Lists a customer's orders with one of the statuses, newest first. Those of the pages before are skipped in the index
 * `orders_customer_list`.
 */
export async function listCustomerOrders(
  db: Db,
  customerId: number,
  statuses: readonly OrderStatus[],
  page: { limit: number; offset: number },
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from (
      select id from orders where customer_id = ${customerId} and status = any(${statuses})
      order by placed_at desc, id limit ${page.limit} offset ${page.offset}
    ) page, ${orderTables} where o.id = page.id order by o.placed_at desc, o.id`.execute(db);
  return rows;
}

/** Counts a customer's orders by status; statuses without orders are missing. */
export async function countOrdersByStatus(
  db: Db,
  customerId: number,
): Promise<{ status: OrderStatus; count: number }[]> {
  const { rows } = await sql<{ status: OrderStatus; count: number }>`
    select status, count(*) as count from orders where customer_id = ${customerId} group by status`.execute(db);
  return rows;
}

/** A line of an order; amounts in minor units of the order's currency, `discount_minor` and `total_minor` of all pieces. */
export type OrderLineRow = {
  order_id: number;
  line: number;
  product_id: number;
  option_id: number;
  reference: string;
  name: string;
  option_name: string;
  qty: number;
  price_minor: number;
  total_minor: number;
  discount_minor: number;
  is_gift: boolean;
  /** Slug of the product's page; null if the product is hidden. */
  link_rewrite: string | null;
  image: MediaRow | null;
};

/** Lists the lines of orders, with the current product image and the product name at the time of the order. */
export async function listOrderLines(db: Db, orderIds: number[]): Promise<OrderLineRow[]> {
  const linesQuery = selectOrderLines(sql`l.order_id = any(${orderIds})`);
  const { rows } = await sql<OrderLineRow>`select * from (${linesQuery}) l order by l.order_id, l.line`.execute(db);
  return rows;
}

/** Selects order lines, aliased as l in `condition`. */
function selectOrderLines(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select l.order_id, l.line, l.product_id, l.option_id, l.reference, l.name, l.option_name, l.qty, l.price_minor, l.total_minor, l.discount_minor, l.is_gift,
      case when p.status in ('draft', 'hidden') then null else p.slug end as link_rewrite,
      case when m.id is null then null else jsonb_build_object('key', m.key, 'width', m.width, 'height', m.height) end as image
    from order_lines l join products p on p.id = l.product_id
    left join lateral (
      select media.* from product_images i join media on media.id = i.media_id
      where i.product_id = l.product_id order by (i.option_id = l.option_id) desc nulls last, i.position limit 1
    ) m on true
    where l.removed_by_edit is null and ${condition}`;
}

export type HistoryRow = { status: OrderStatus; created_at: Date; note: string; cause: CancelCause | null };

/** The customer to notify about an order, and the language to use. */
export type OrderContact = {
  customer_id: number;
  email: string;
  locale: Locale;
  /** What was to be paid in money, and what points and gift card paid. */
  total_minor: number;
  loyalty_minor: number;
  gift_card_minor: number;
  is_refunded_outside: boolean;
  tracking_number: string | null;
  shipped_numbers: string[];
  /** The order in whose parcel it is sent, itself unless it is joined to another one; and the others in the parcel. */
  main_order_id: number;
  joined_orders: number[];
};

/** Returns the customer to notify about an order; null if their account is deleted. */
export async function getOrderContact(db: Db, orderId: number): Promise<OrderContact | null> {
  const row = await db
    .selectFrom("orders as o")
    .innerJoin("customers as c", "c.id", "o.customer_id")
    .select(["o.customer_id", "c.email", "o.locale", "o.tracking_number", shippedNumbers.as("shipped_numbers")])
    .select(["o.total_minor", "o.loyalty_minor", "o.gift_card_minor", isRefundedOutside.as("is_refunded_outside")])
    .select([mainOrderId(sql`o.id`).as("main_order_id"), otherParcelOrderIds(sql`o.id`).as("joined_orders")])
    .where("o.id", "=", orderId)
    .where("c.deleted_at", "is", null)
    .executeTakeFirst();
  return (row as OrderContact | undefined) ?? null;
}

/** The columns that a status change needs; amounts in minor units of the order's currency. */
export type LockedOrder = ChangedOrder & {
  status: OrderStatus;
  is_stock_reserved: boolean;
  /** Whether the customer has yet to confirm the import duty of an order that staff have placed. */
  lacks_duty_confirmation: boolean;
};

/**
 * Locks the order row until the end of the transaction, and the rows of the orders that are sent with it: all in one
 * sequence, so that transactions about orders of one parcel cannot wait for each other.
 */
export async function lockOrder(db: Tx, id: number): Promise<LockedOrder | undefined> {
  const { rows } = await sql<LockedOrder>`
    select o.id, o.customer_id, o.status, o.is_stock_reserved, o.locale, c.minor_digits, o.rub_per_unit::text as rub_per_unit,
      o.products_minor, o.discount_minor, o.loyalty_minor, o.purchased_gift_cards_minor,
      o.customs_declared and o.duty_confirmed is null as lacks_duty_confirmation
    from orders o join currencies c on c.code = o.currency
    where o.id = any(${parcelOrderIds(id)}) order by o.id for update of o`.execute(db);
  return rows.find((row) => row.id === id);
}

/**
 * Updates the status of an order, and when it was paid, shipped or delivered.
 * @param changes.stockHeld whether the goods are still taken out of stock for this order and could be returned to it
 */
export async function updateStatus(
  db: Tx,
  id: number,
  newStatus: OrderStatus,
  now: Date,
  changes: { tracking?: string | undefined; stockHeld: boolean },
): Promise<void> {
  await db
    .updateTable("orders")
    .set({
      status: newStatus,
      is_stock_reserved: changes.stockHeld,
      ...(newStatus === "paid" ? { paid_at: now } : {}),
      ...(newStatus === "shipped" ? { shipped_at: now } : {}),
      ...(newStatus === "delivered" ? { delivered_at: now } : {}),
      ...(changes.tracking === undefined ? {} : { tracking_number: changes.tracking }),
    })
    .where("id", "=", id)
    .execute();
}

/**
 * Adds an entry to the history of an order.
 * @param actor who changed the status; null for the customer, a payment or the store itself
 */
export async function addHistory(db: Tx, orderId: number, entry: HistoryRow, actor: Actor | null): Promise<void> {
  await db
    .insertInto("order_history")
    .values({ order_id: orderId, ...entry, actor_kind: actor?.kind ?? null, actor_label: actor?.label ?? null })
    .execute();
}

/**
 * Records that pieces of an order go back to stock; a piece can go back once only.
 * @param lines the pieces of each line; null for all that are not back yet, gifts included
 * @returns the variants and quantities; null if a line has fewer pieces that are not back
 */
export async function markLinesRestocked(
  db: Tx,
  orderId: number,
  lines: readonly { line: number; qty: number }[] | null,
): Promise<{ productId: number; optionId: number; qty: number }[] | null> {
  const pieces = lines
    ? sql`unnest(${lines.map(({ line }) => line)}::smallint[], ${lines.map(({ qty }) => qty)}::integer[])`
    : sql`(select line, qty - restocked_qty from order_lines
        where order_id = ${orderId} and restocked_qty < qty and removed_by_edit is null)`;
  const { rows } = await sql<{ productId: number; optionId: number; qty: number }>`
    update order_lines l set restocked_qty = l.restocked_qty + piece.qty from ${pieces} piece(line, qty)
    where l.order_id = ${orderId} and l.line = piece.line and l.restocked_qty + piece.qty <= l.qty
    returning l.product_id as "productId", l.option_id as "optionId", piece.qty`.execute(db);
  return lines && rows.length < lines.length ? null : rows;
}
