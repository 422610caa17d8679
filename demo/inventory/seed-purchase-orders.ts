import { sql } from "kysely";
import type { Tx } from "../../api/src/platform/db/database.ts";
import { DAY_MS } from "../products/product.ts";
import { staffEmails } from "../staff/colleagues.ts";

type Supplier = Readonly<{ name: string; email: string; contact: string; lead_days: number; note: string }>;

/** The suppliers; their ids begin with 1. Each sells a quarter of the brands. */
const suppliers: readonly Supplier[] = [
  {
    ...{ name: "Osaka Cosme Wholesale", email: "orders@osaka-cosme.example", lead_days: 12 },
    ...{ contact: "Osaka, Chuo-ku", note: "Оплата в течение 30 дней после прихода" },
  },
  {
    ...{ name: "Kanto Beauty Trading", email: "sales@kanto-beauty.example", lead_days: 9 },
    ...{ contact: "Tokyo, Taito-ku", note: "Отправляют по вторникам и пятницам" },
  },
  {
    ...{ name: "Kyoto Yakuso", email: "info@kyoto-yakuso.example", lead_days: 16 },
    ...{ contact: "Kyoto, Fushimi-ku", note: "Предоплата" },
  },
  {
    ...{ name: "Nagoya Home Goods", email: "order@nagoya-home.example", lead_days: 14 },
    ...{ contact: "Nagoya, Naka-ku", note: "" },
  },
];

/** Orders that are not complete: days from today of the order and of the expected arrival. */
const openOrders = [
  { supplier: 1, status: "partly_received", ordered: -14, expected: -2, lines: 6 },
  { supplier: 2, status: "ordered", ordered: -5, expected: 4, lines: 11 },
  { supplier: 3, status: "ordered", ordered: -18, expected: -1, lines: 4 },
  { supplier: 4, status: "canceled", ordered: -40, expected: -26, lines: 3 },
  { supplier: 2, status: "draft", ordered: null, expected: 12, lines: 5 },
] as const;

/** Half of the lines of an order of which a part has arrived. */
const ARRIVED_LINES = 3;

const JAPANESE_TAX_PERCENT = 10;
/** Of a variant, aliased as v: a part of its price, in whole tens of yen. */
const unitCost = sql`(greatest(10, round(v.price_minor / 100 * 0.45 / 0.61, -1)))::bigint`;

/** Adds the suppliers, and the order with which each has filled the shelves. Its lines follow from the movements. */
export async function seedSuppliers(
  db: Tx,
  { now, receivedAt }: Readonly<{ now: Date; receivedAt: Date }>,
): Promise<void> {
  await db
    .insertInto("suppliers")
    .values(suppliers.map((supplier) => ({ ...supplier, currency: "JPY", created_at: getDay(now, -400) })))
    .execute();
  await sql`
    insert into purchase_orders (supplier_id, status, currency, delivery_minor, tax_percent, expected_on, created_by,
      created_at, ordered_at, closed_at)
    select s.id, 'received', s.currency, 4800, ${JAPANESE_TAX_PERCENT}, ${receivedAt}::date, staff.id, ordered.at,
      ordered.at, ${receivedAt}::timestamptz
    from suppliers s join staff on staff.email = ${staffEmails.manager}
      cross join lateral (select ${receivedAt}::timestamptz - make_interval(days => s.lead_days + s.id % 3) as at) ordered
    order by s.id`.execute(db);
}

/** Adds the lines of the orders that have filled the shelves, from their movements, and what pieces cost. */
export async function seedReceivedLines(db: Tx, now: Date): Promise<void> {
  // A few pieces of some lines did not arrive.
  await sql`
    insert into purchase_order_lines (purchase_order_id, line, product_id, option_id, quantity, received, unit_cost_minor)
    select m.purchase_order_id, row_number() over (partition by m.purchase_order_id order by m.product_id, m.option_id),
      m.product_id, m.option_id, m.quantity + case when m.product_id % 13 = 0 then 4 else 0 end, m.quantity, ${unitCost}
    from stock_movements m join product_variants v using (product_id, option_id)
      join purchase_orders o on o.id = m.purchase_order_id
    where o.status = 'received'`.execute(db);
  await sql`
    insert into variant_costs (product_id, option_id, cost_minor, currency, updated_at)
    select v.product_id, v.option_id, ${unitCost}, 'JPY', ${now} from product_variants v`.execute(db);
}

/** Adds orders that are on their way, a draft and a canceled one. What has arrived of them is in stock. */
export async function seedOpenPurchaseOrders(db: Tx, now: Date): Promise<void> {
  for (const [index, order] of openOrders.entries()) await insertOpenOrder(db, { ...order, index }, now);
}

type OpenOrder = (typeof openOrders)[number] & { index: number };

async function insertOpenOrder(db: Tx, order: OpenOrder, now: Date): Promise<void> {
  const manager = await db
    .selectFrom("staff")
    .select("id")
    .where("email", "=", staffEmails.manager)
    .executeTakeFirstOrThrow();
  const orderedAt = order.ordered === null ? null : getDay(now, order.ordered);
  const { id } = await db
    .insertInto("purchase_orders")
    .values({
      ...{ supplier_id: order.supplier, status: order.status, currency: "JPY", delivery_minor: 3200 },
      ...{ tax_percent: JAPANESE_TAX_PERCENT, created_by: manager.id, ordered_at: orderedAt },
      created_at: orderedAt ?? getDay(now, -1),
      expected_on: getDay(now, order.expected).toISOString().slice(0, 10),
      closed_at: order.status === "canceled" ? getDay(now, order.expected) : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  // What is left of is ordered; what is sold out stays so.
  await sql`
    insert into purchase_order_lines (purchase_order_id, line, product_id, option_id, quantity, unit_cost_minor)
    select ${id}, row_number() over (order by stock, product_id, option_id), product_id, option_id,
      12 * (2 + product_id % 9), cost
    from (
      select v.product_id, v.option_id, v.stock, ${unitCost} as cost
      from product_variants v join products p on p.id = v.product_id
      where p.brand_id % ${suppliers.length} + 1 = ${order.supplier} and p.status = 'active' and v.stock > 0
        and (not p.has_options or v.option_id <> 0)
      order by v.stock, v.product_id, v.option_id offset ${order.index * 3} limit ${order.lines}
    ) v`.execute(db);
  if (order.status === "partly_received") await receiveLines(db, id);
}

async function receiveLines(db: Tx, id: number): Promise<void> {
  await sql`
    with received as (
      update purchase_order_lines set received = quantity where purchase_order_id = ${id} and line <= ${ARRIVED_LINES}
      returning product_id, option_id, quantity
    )
    update product_variants v set stock = v.stock + received.quantity from received
    where (v.product_id, v.option_id) = (received.product_id, received.option_id)`.execute(db);
}

function getDay(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MS);
}
