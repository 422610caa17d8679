import { type RawBuilder, sql } from "kysely";
import { mainOrderId, otherParcelOrderIds, parcelOrderIds } from "../orders/parcel/parcel-orders.ts";
import type { OrderStatus } from "../orders/schema.ts";
import type { Db, Tx } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";

/** What decides whether an order can be sent together with another one, besides its goods. Days such as 2026-12-04. */
export type JoinState = {
  id: number;
  customer_id: number;
  status: OrderStatus;
  placed_at: Date;
  paid_at: Date | null;
  promised_from: string | null;
  promised_until: string | null;
  /** The order in whose parcel it is sent: itself, unless it is joined to another one. */
  main_order_id: number;
  /** The other orders of its parcel. */
  joined_orders: number[];
  /** Whether an edit of it awaits its payment. */
  has_open_edit: boolean;
};

const stateColumns = sql`o.id, o.customer_id, o.status, o.placed_at, o.paid_at, o.promised_from::text,
  o.promised_until::text, ${mainOrderId(sql`o.id`)} as main_order_id, ${otherParcelOrderIds(sql`o.id`)} as joined_orders,
  exists (select from order_edits e where e.order_id = o.id and e.status = 'awaiting_payment') as has_open_edit`;

async function listStates(db: Db, condition: RawBuilder<unknown>): Promise<JoinState[]> {
  const { rows } = await sql<JoinState>`select ${stateColumns} from orders o where ${condition}`.execute(db);
  return rows;
}

/** Finds orders by their numbers. */
export async function listJoinStates(db: Db, ids: readonly number[]): Promise<JoinState[]> {
  return listStates(db, sql`o.id = any(${ids}) order by o.id`);
}

/** Lists the other orders of the customer of an order that wait to be sent and are joined to none, at most `limit`. */
export async function listCandidates(db: Db, orderId: number, limit: number): Promise<JoinState[]> {
  return listStates(
    db,
    sql`o.customer_id = (select customer_id from orders where id = ${orderId}) and o.status in ('paid', 'packing')
      and o.products_minor > 0 and o.id <> all(${parcelOrderIds(orderId)}) and ${mainOrderId(sql`o.id`)} = o.id
    order by o.placed_at desc, o.id limit ${limit}`,
  );
}

/** Locks orders and those that are sent with them, in the sequence of their numbers. */
export async function lockParcels(tx: Tx, ids: readonly [number, number]): Promise<void> {
  const [first, second] = ids;
  await sql`select id from orders where id = any(${parcelOrderIds(first)} || ${parcelOrderIds(second)})
    order by id for update`.execute(tx);
}

/** The orders that are joined in a parcel. Amounts in minor units of their currency. */
export type ParcelRow = {
  main_order_id: number;
  currency: string;
  rub_per_unit: string;
  orders: { id: number; placed_at: string }[];
  refund_minor: number;
  duty_minor: number;
};

/** Finds the parcel in which an order is sent together with others, or undefined. */
export async function findParcel(db: Db, orderId: number): Promise<ParcelRow | undefined> {
  const { rows } = await sql<ParcelRow>`
    select o.id as main_order_id, o.currency, o.rub_per_unit::text as rub_per_unit,
      (select jsonb_agg(jsonb_build_object('id', one.id, 'placed_at', one.placed_at) order by one.placed_at, one.id)
        from orders one where one.id = any(${parcelOrderIds(sql`o.id`)})) as orders,
      sum(j.refund_minor)::bigint as refund_minor,
      (array_agg(j.duty_minor order by j.id desc))[1] as duty_minor
    from orders o join joined_orders j on j.main_order_id = o.id and j.separated_at is null
    where o.id = ${mainOrderId(orderId)} group by o.id`.execute(db);
  return rows[0];
}

/** Orders that were joined, with what a message to their customer needs. */
export type JoinNotice = {
  id: number;
  order_id: number;
  main_order_id: number;
  refund_minor: number;
  duty_minor: number;
  separated_at: Date | null;
  sign: string;
  minor_digits: number;
  rounding_digits: number;
  customer_id: number;
  email: string;
  locale: Locale;
};

/** Finds what a message about joined orders needs; undefined if the account of the customer is deleted. */
export async function findJoinNotice(db: Db, id: number): Promise<JoinNotice | undefined> {
  const { rows } = await sql<JoinNotice>`
    select j.id, j.order_id, j.main_order_id, j.refund_minor, j.duty_minor, j.separated_at, m.sign, m.minor_digits,
      m.rounding_digits, o.customer_id, c.email, o.locale
    from joined_orders j join orders o on o.id = j.order_id join currencies m on m.code = o.currency
    join customers c on c.id = o.customer_id
    where j.id = ${id} and c.deleted_at is null`.execute(db);
  return rows[0];
}

/** Lists the ids of the joinings of a parcel that are not ended: of an order to another one, or of others to it. */
export async function listCurrentJoinIds(db: Db, orderId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("joined_orders")
    .select("id")
    .where("separated_at", "is", null)
    .where((eb) => eb.or([eb("order_id", "=", orderId), eb("main_order_id", "=", orderId)]))
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}
