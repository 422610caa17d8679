import { sql } from "kysely";
import type { OrderChanges } from "../orders/order-changes.ts";
import type { Db, Tx } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { OrderEditStatus } from "./admin-schema.ts";

export type OrderEditRow = {
  id: number;
  order_id: number;
  status: OrderEditStatus;
  changes: OrderChanges;
  payment_id: string | null;
};

/** Inserts an edit. A unique index prevents a second open one of its order. @returns its id */
export async function insertEdit(
  tx: Tx,
  edit: {
    order_id: number;
    status: OrderEditStatus;
    changes: OrderChanges;
    difference_minor: number;
    payment_id: string | null;
    refund_id: string | null;
    reason: string;
    created_by: number | null;
    by_customer: boolean;
    created_at: Date;
    expires_at: Date | null;
    ended_at: Date | null;
  },
): Promise<number> {
  const { id } = await tx
    .insertInto("order_edits")
    .values({ ...edit, changes: JSON.stringify(edit.changes) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Finds the open edit of an order, whose row must be locked. */
export async function findOpenEdit(tx: Tx, orderId: number): Promise<OrderEditRow | undefined> {
  const row = await tx
    .selectFrom("order_edits")
    .select(["id", "order_id", "status", "changes", "payment_id"])
    .where("order_id", "=", orderId)
    .where("status", "=", "awaiting_payment")
    .executeTakeFirst();
  return row as unknown as OrderEditRow | undefined;
}

/** Finds an edit by its id. */
export async function findEdit(db: Db, id: number): Promise<OrderEditRow | undefined> {
  const row = await db
    .selectFrom("order_edits")
    .select(["id", "order_id", "status", "changes", "payment_id"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row as unknown as OrderEditRow | undefined;
}

/** Ends an open edit. The row of its order must be locked. */
export async function endEdit(
  tx: Tx,
  id: number,
  end: { status: Exclude<OrderEditStatus, "awaiting_payment">; ended_at: Date },
): Promise<void> {
  await tx.updateTable("order_edits").set(end).where("id", "=", id).where("status", "=", "awaiting_payment").execute();
}

/** Lists the orders whose open edit was not paid in time, oldest first. */
export async function listExpiredEdits(db: Db, now: Date, limit: number): Promise<{ order_id: number }[]> {
  return db
    .selectFrom("order_edits")
    .select("order_id")
    .where("status", "=", "awaiting_payment")
    .where("expires_at", "<=", now)
    .orderBy("expires_at")
    .limit(limit)
    .execute();
}

export type ListedEdit = {
  id: number;
  status: OrderEditStatus;
  changes: OrderChanges;
  difference_minor: number;
  reason: string;
  created_by: { id: number; name: string } | null;
  by_customer: boolean;
  created_at: string;
  expires_at: string | null;
  ended_at: string | null;
};

/** Lists the edits of an order, newest first, with its currency; undefined if there is no such order. */
export async function listEdits(
  db: Db,
  orderId: number,
): Promise<{ currency: string; minor_digits: number; edits: ListedEdit[] } | undefined> {
  const { rows } = await sql<{ currency: string; minor_digits: number; edits: ListedEdit[] }>`
    select o.currency, m.minor_digits, coalesce((
      select jsonb_agg(jsonb_build_object('id', e.id, 'status', e.status, 'changes', e.changes,
        'difference_minor', e.difference_minor, 'reason', e.reason, 'by_customer', e.by_customer, 'created_at', e.created_at,
        'expires_at', e.expires_at, 'ended_at', e.ended_at,
        'created_by', case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end)
        order by e.id desc)
      from order_edits e left join staff s on s.id = e.created_by where e.order_id = o.id), '[]') as edits
    from orders o join currencies m on m.code = o.currency where o.id = ${orderId}`.execute(db);
  return rows[0];
}

/** An edit with the customer to notify about it; amounts in minor units of the order's currency. */
export type NotifiedEdit = {
  id: number;
  order_id: number;
  status: OrderEditStatus;
  difference_minor: number;
  payment_id: string | null;
  expires_at: Date | null;
  customer_id: number;
  email: string;
  locale: Locale;
  sign: string;
  minor_digits: number;
  rounding_digits: number;
  duty_minor: number | null;
};

/** Finds an edit with the customer to notify; undefined if their account is deleted. */
export async function findNotifiedEdit(db: Db, id: number): Promise<NotifiedEdit | undefined> {
  const { rows } = await sql<NotifiedEdit>`
    select e.id, e.order_id, e.status, e.difference_minor, e.payment_id, e.expires_at, o.customer_id, c.email, o.locale,
      m.sign, m.minor_digits, m.rounding_digits, (e.changes ->> 'duty_minor')::bigint as duty_minor
    from order_edits e join orders o on o.id = e.order_id join customers c on c.id = o.customer_id
    join currencies m on m.code = o.currency
    where e.id = ${id} and c.deleted_at is null`.execute(db);
  return rows[0];
}
