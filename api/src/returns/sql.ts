import { sql } from "kysely";
import type { Locale } from "../platform/i18n/locale.ts";
import type { Db, Tx } from "../platform/db/database.ts";
import type { GoodsCondition, ReturnKind, ReturnOutcome, ReturnReason, ReturnStatus } from "./admin-schema.ts";
import type { RequestedOutcome } from "./schema.ts";

/** A return that is locked until the end of the transaction. */
export type LockedReturn = {
  id: number;
  order_id: number;
  kind: ReturnKind;
  status: ReturnStatus;
  lines: ReturnLineRow[];
};

/** Pieces of an order line in a return. */
export type ReturnLineRow = {
  order_line: number;
  quantity: number;
  received_quantity: number | null;
  replacement_option_id: number | null;
};

/** Returns the number of the order of a return; undefined if there is no such return. */
export async function findOrderId(db: Db, id: number): Promise<number | undefined> {
  const row = await db.selectFrom("returns").select("order_id").where("id", "=", id).executeTakeFirst();
  return row?.order_id;
}

/** Locks a return. The row of its order must be locked before. */
export async function lockReturn(tx: Tx, id: number): Promise<LockedReturn | undefined> {
  const { rows } = await sql<LockedReturn>`
    select r.id, r.order_id, r.kind, r.status,
      array(select jsonb_build_object('order_line', l.order_line, 'quantity', l.quantity,
          'received_quantity', l.received_quantity, 'replacement_option_id', l.replacement_option_id)
        from return_lines l where l.return_id = r.id order by l.order_line) as lines
    from returns r where r.id = ${id} for update of r`.execute(tx);
  return rows[0];
}

/** The lines of an order with the pieces that are in returns which were not rejected. */
export async function listReturnableLines(
  db: Db,
  orderId: number,
): Promise<{ line: number; product_id: number; available: number }[]> {
  const { rows } = await sql<{ line: number; product_id: number; available: number }>`
    select l.line, l.product_id, l.qty - coalesce(sum(coalesce(r.received_quantity, r.quantity)), 0)::integer as available
    from order_lines l
    left join (
      select l.order_line, l.quantity, l.received_quantity from return_lines l
      join returns r on r.id = l.return_id and r.status <> 'rejected' where l.order_id = ${orderId}
    ) r on r.order_line = l.line
    where l.order_id = ${orderId} and l.removed_by_edit is null group by l.order_id, l.line order by l.line`.execute(
    db,
  );
  return rows;
}

type NewReturn = {
  order_id: number;
  kind: ReturnKind;
  reason: ReturnReason;
  comment: string;
  /** What the customer asked for; null if staff record the return. */
  requested_outcome: RequestedOutcome | null;
  requested_at: Date;
};

/** Inserts a requested return with its lines. @returns its id */
export async function insertReturn(
  tx: Tx,
  newReturn: NewReturn,
  lines: readonly { order_line: number; quantity: number; replacement_option_id: number | null }[],
): Promise<number> {
  const { id } = await tx
    .insertInto("returns")
    .values({ ...newReturn, status: "requested" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("return_lines")
    .values(lines.map((line) => ({ ...line, return_id: id, order_id: newReturn.order_id })))
    .execute();
  return id;
}

/** What a step of a return stores besides the status. */
export type ReturnUpdate = Partial<{
  instructions: string;
  decision_reason: string;
  outcome: ReturnOutcome;
  replacement_order_id: number | null;
  approved_at: Date | null;
  received_at: Date;
  closed_at: Date | null;
}>;

/** Sets the status of a return. */
export async function updateReturn(tx: Tx, id: number, status: ReturnStatus, update: ReturnUpdate): Promise<void> {
  await tx
    .updateTable("returns")
    .set({ ...update, status })
    .where("id", "=", id)
    .execute();
}

/** Stores what came back of a return. */
export async function saveReceivedLines(
  tx: Tx,
  id: number,
  lines: readonly {
    line: number;
    received_quantity: number;
    condition: GoodsCondition;
    restocked_quantity: number;
  }[],
): Promise<void> {
  await sql`
    update return_lines l set received_quantity = one.received_quantity, condition = one.condition,
      restocked_quantity = one.restocked_quantity
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      one(line smallint, received_quantity integer, condition text, restocked_quantity integer)
    where l.return_id = ${id} and l.order_line = one.line`.execute(tx);
}

/** What of a return can be refunded or replaced. `minor_digits`: the decimals of the order's currency. */
type RefundablePieces = {
  order_id: number;
  status: ReturnStatus;
  minor_digits: number;
  /** Whether all money that was paid for the order is refunded, or on its way back; false if no money was paid. */
  is_everything_refunded: boolean;
  lines: { line: number; quantity: number }[];
};

/**
 * Finds the pieces of a return that came back, of a claim all of them, as far as no refund that has not failed pays
 * them back. Undefined if there is no such return.
 */
export async function findRefundablePieces(db: Db, id: number): Promise<RefundablePieces | undefined> {
  const { rows } = await sql<RefundablePieces>`
    select r.order_id, r.status, m.minor_digits, (
      select coalesce(bool_and(p.amount_minor <= (select coalesce(sum(f.amount_minor), 0) from refunds f
          where f.attempt_id = a.id and f.status <> 'failed')), false)
      from payments p join payment_attempts a on a.payment_id = p.id and a.status = 'succeeded'
      where p.order_id = r.order_id) as is_everything_refunded, array(
      select jsonb_build_object('line', l.order_line, 'quantity',
        least(coalesce(l.received_quantity, l.quantity), ol.qty - refunded.quantity))
      from return_lines l join order_lines ol on ol.order_id = l.order_id and ol.line = l.order_line
      cross join lateral (
        select coalesce(sum(f.quantity), 0)::integer as quantity from refund_lines f
        join refunds on refunds.id = f.refund_id and refunds.status <> 'failed'
        where f.order_id = l.order_id and f.line = l.order_line
      ) refunded
      where l.return_id = r.id and least(coalesce(l.received_quantity, l.quantity), ol.qty - refunded.quantity) > 0
      order by l.order_line) as lines
    from returns r join orders o on o.id = r.order_id join currencies m on m.code = o.currency
    where r.id = ${id}`.execute(db);
  return rows[0];
}

/** Returns whether all goods of an order that cost money have come back in returns; exchanged goods do not count. */
export async function isWholeOrderReceived(tx: Tx, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ is_whole: boolean }>`
    select not exists (
      select from order_lines l
      where l.order_id = ${orderId} and not l.is_gift and l.removed_by_edit is null and l.qty > (
        select coalesce(sum(one.received_quantity), 0) from return_lines one
        join returns r on r.id = one.return_id
        where one.order_id = l.order_id and one.order_line = l.line
          and (r.kind = 'return' or r.outcome = 'refund'))
    ) as is_whole`.execute(tx);
  return rows[0]?.is_whole ?? false;
}

/** Records the refunds that a return led to. */
export async function linkRefunds(tx: Tx, returnId: number, refundIds: readonly string[]): Promise<void> {
  await tx
    .insertInto("return_refunds")
    .values(refundIds.map((refund_id) => ({ return_id: returnId, refund_id })))
    .execute();
}

/** A return as its emails describe it. */
export type ReturnEmailRow = {
  id: number;
  order_id: number;
  kind: ReturnKind;
  status: ReturnStatus;
  outcome: ReturnOutcome | null;
  locale: Locale;
  instructions: string;
  decision_reason: string;
  replacement_order_id: number | null;
  /** False if the return was refunded without money: points and gift card got it back. */
  is_money: boolean;
  lines: { name: string; option_name: string; quantity: number; received_quantity: number | null }[];
};

/** Finds a return for an email about it. */
export async function findReturnForEmail(db: Db, id: number): Promise<ReturnEmailRow | undefined> {
  const { rows } = await sql<ReturnEmailRow>`
    select r.id, r.order_id, r.kind, r.status, r.outcome, o.locale, r.instructions, r.decision_reason, r.replacement_order_id,
      not exists (select from return_refunds rr join refunds f on f.id = rr.refund_id
        where rr.return_id = r.id and f.amount_minor = 0) as is_money,
      array(select jsonb_build_object('name', ol.name, 'option_name', ol.option_name, 'quantity', l.quantity,
          'received_quantity', l.received_quantity)
        from return_lines l join order_lines ol on ol.order_id = l.order_id and ol.line = l.order_line
        where l.return_id = r.id order by l.order_line) as lines
    from returns r join orders o on o.id = r.order_id where r.id = ${id}`.execute(db);
  return rows[0];
}

/** Returns the customer to email about an order, and their language; undefined if their account is deleted. */
export async function findContact(db: Db, orderId: number): Promise<{ email: string; locale: Locale } | undefined> {
  const row = await db
    .selectFrom("orders as o")
    .innerJoin("customers as c", "c.id", "o.customer_id")
    .select(["c.email", "o.locale"])
    .where("o.id", "=", orderId)
    .where("c.deleted_at", "is", null)
    .executeTakeFirst();
  return row as { email: string; locale: Locale } | undefined;
}

/** Lists the options of the products of an order's lines that are offered, and those that were ordered. */
export async function findReplacementOptions(db: Db, orderId: number): Promise<{ line: number; option_id: number }[]> {
  return db
    .selectFrom("order_lines as l")
    .innerJoin("product_variants as v", "v.product_id", "l.product_id")
    .select(["l.line", "v.option_id"])
    .where("l.order_id", "=", orderId)
    .where("l.removed_by_edit", "is", null)
    .where((where) =>
      where.or([where("v.withdrawn_at", "is", null), where("v.option_id", "=", where.ref("l.option_id"))]),
    )
    .execute();
}
