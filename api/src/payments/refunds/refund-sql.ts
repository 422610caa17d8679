import { type Insertable, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { DB } from "../../platform/db/tables.generated.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { RefundedAmounts } from "../../orders/status/partial-refund.ts";
import type { RefundReason } from "./admin-schema.ts";

/** Inserts a refund unless one with the same id exists. */
export async function addRefund(
  tx: Tx,
  refund: Insertable<DB["refunds"]> & { reason: RefundReason; created_at: Date },
): Promise<void> {
  await tx
    .insertInto("refunds")
    .values(refund)
    .onConflict((on) => on.column("id").doNothing())
    .execute();
}

/** Returns whether an edit of an order awaits its payment. */
export async function hasOpenEditPayment(tx: Tx, orderId: number): Promise<boolean> {
  const payment = await tx
    .selectFrom("payments")
    .select("id")
    .where("order_id", "=", orderId)
    .where("purpose", "=", "order_edit")
    .where("status", "in", ["awaiting", "error"])
    .executeTakeFirst();
  return payment !== undefined;
}

/** Returns whether a refund exists. */
export async function hasRefund(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom("refunds").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

/** Inserts the lines of a refund. */
export async function addRefundLines(tx: Tx, lines: Insertable<DB["refund_lines"]>[]): Promise<void> {
  if (lines.length > 0) await tx.insertInto("refund_lines").values(lines).execute();
}

/** Copies the lines of a refund to the refund that repeats it. */
export async function copyRefundLines(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx
    .insertInto("refund_lines")
    .columns(["refund_id", "order_id", "line", "quantity", "amount_minor"])
    .expression((eb) =>
      eb
        .selectFrom("refund_lines")
        .select([eb.val(toId).as("refund_id"), "order_id", "line", "quantity", "amount_minor"])
        .where("refund_id", "=", fromId),
    )
    .execute();
}

/** Finds a refund with its order, and what is not refunded yet of the payment that its money came from. */
export async function findRefundToRetry(db: Db, id: string) {
  return db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .innerJoin("currencies as c", "c.code", "p.currency")
    .select(["r.id", "r.payment_id", "r.attempt_id", "r.amount_minor", "r.delivery_minor", "r.status", "r.comment"])
    .select(["p.order_id", "p.currency", "c.minor_digits"])
    .select(sql<RefundReason>`r.reason`.as("reason"))
    .select(sql<boolean>`exists (select from refunds n where n.retry_of = r.id)`.as("is_retried"))
    .select(
      sql<number>`p.amount_minor - (select coalesce(sum(o.amount_minor), 0)::bigint from refunds o
        where o.attempt_id = r.attempt_id and o.status <> 'failed')`.as("left_minor"),
    )
    .where("r.id", "=", id)
    .executeTakeFirst();
}

/** Lists the pieces of a refund by line. */
export async function listRefundedPieces(db: Db, id: string): Promise<{ line: number; quantity: number }[]> {
  return db.selectFrom("refund_lines").select(["line", "quantity"]).where("refund_id", "=", id).execute();
}

/** Lists the successful attempts of an order with the amount that is not refunded yet (`left_minor`). */
export async function listCharges(
  db: Db,
  orderId: number,
): Promise<{ attempt_id: string; payment_id: string; amount_minor: number; left_minor: number }[]> {
  const { rows } = await sql<{ attempt_id: string; payment_id: string; amount_minor: number; left_minor: number }>`
    select a.id as attempt_id, p.id as payment_id, p.amount_minor,
      p.amount_minor - (select coalesce(sum(r.amount_minor), 0)::bigint from refunds r
        where r.attempt_id = a.id and r.status <> 'failed') as left_minor
    from payment_attempts a
    join payments p on p.id = a.payment_id
    where p.order_id = ${orderId} and a.status = 'succeeded'
    order by a.created_at, a.id`.execute(db);
  return rows;
}

/** Returns the payment with which an order was paid, also one of nothing; undefined if it was not. */
export async function findPaidPayment(tx: Tx, orderId: number): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom("payments")
    .select("id")
    .where("order_id", "=", orderId)
    .where("status", "=", "success")
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Returns how much was paid for an order as it is now and how much of that was refunded, in minor units of its currency:
 * without double payments, and less what edits of the order gave back. Also returns what its pieces and delivery cost, and
 * those that were refunded.
 */
export async function getRefundedAmounts(tx: Tx, orderId: number): Promise<RefundedAmounts> {
  const { rows } = await sql<RefundedAmounts>`
    select
      (select o.delivery_minor + coalesce((select sum(l.total_minor - l.discount_minor) from order_lines l
          where l.order_id = o.id and l.removed_by_edit is null), 0)
        from orders o where o.id = ${orderId})::bigint as "valueMinor",
      (select coalesce(sum(r.delivery_minor + (select coalesce(sum(rl.amount_minor), 0) from refund_lines rl
          join order_lines l on l.order_id = rl.order_id and l.line = rl.line and l.removed_by_edit is null
          where rl.refund_id = r.id)), 0)
        from refunds r join payments p on p.id = r.payment_id
        where p.order_id = ${orderId} and r.status = 'succeeded')::bigint as "refundedValueMinor",
      coalesce(sum(p.amount_minor) filter (where not r.is_double), 0)::bigint - coalesce(sum(r.edited_minor), 0)::bigint
        as "paidMinor",
      coalesce(sum(r.refunded_minor), 0)::bigint as "refundedMinor",
      coalesce(sum(r.parts_minor), 0)::bigint as "refundedPartsMinor"
    from payments p join payment_attempts a on a.payment_id = p.id and a.status = 'succeeded'
    cross join lateral (
      select coalesce(bool_or(reason = 'paid_twice'), false) as is_double,
        sum(amount_minor) filter (where reason = 'order_edited' and status <> 'failed') as edited_minor,
        sum(amount_minor) filter (where reason not in ('paid_twice', 'order_edited') and status = 'succeeded')
          as refunded_minor,
        sum(amount_minor) filter (where status = 'succeeded' and (delivery_minor > 0
          or exists (select from refund_lines l where l.refund_id = refunds.id))) as parts_minor
      from refunds where attempt_id = a.id
    ) r
    where p.order_id = ${orderId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`there is no order ${orderId}`);
  return row;
}

/**
 * Returns how much of an order was paid back by refunds that did not fail, in minor units of its currency: also by edits,
 * but without money that was paid twice.
 */
export async function getPaidBack(
  tx: Tx,
  orderId: number,
): Promise<{ paidBackMinor: number; currency: string; minorDigits: number; rubPerUnit: string }> {
  const { rows } = await sql<Awaited<ReturnType<typeof getPaidBack>>>`
    select o.currency, c.minor_digits as "minorDigits", o.rub_per_unit::text as "rubPerUnit",
      (select coalesce(sum(r.amount_minor), 0)::bigint from refunds r join payments p on p.id = r.payment_id
        where p.order_id = o.id and r.status <> 'failed' and r.reason <> 'paid_twice') as "paidBackMinor"
    from orders o join currencies c on c.code = o.currency
    where o.id = ${orderId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`there is no order ${orderId}`);
  return row;
}

/** Lists refunds with what their receipts need. */
export async function listReceiptRefunds(db: Db, ids: readonly string[]) {
  return db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .innerJoin("currencies as c", "c.code", "p.currency")
    .select(["r.id", "r.amount_minor", "r.delivery_minor", "p.order_id", "p.currency", "c.minor_digits"])
    .select(sql<Locale>`o.locale`.as("locale"))
    .where("r.id", "in", ids)
    .orderBy("r.id")
    .execute();
}

/** Finds a refund that was not sent to the provider yet, with everything the provider needs to know. */
export async function findRefundToSend(db: Db, id: string) {
  return db
    .selectFrom("refunds as r")
    .innerJoin("payment_attempts as a", "a.id", "r.attempt_id")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .innerJoin("currencies as c", "c.code", "p.currency")
    .select(["r.id", "r.amount_minor", "r.delivery_minor", "p.order_id", "p.provider", "p.currency", "c.minor_digits"])
    .select(sql<Locale>`o.locale`.as("locale"))
    .select(sql<string>`a.provider_ref`.as("attempt_ref"))
    .where("r.id", "=", id)
    .where("r.status", "=", "pending")
    .where("r.provider_ref", "is", null)
    .where("a.provider_ref", "is not", null)
    .executeTakeFirst();
}

/** Lists refunds that have not ended, oldest first. */
export async function listOpenRefunds(db: Db, limit: number) {
  return db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.provider_ref", "r.payment_id", "p.order_id", "p.provider"])
    .where("r.status", "=", "pending")
    .orderBy("r.created_at")
    .limit(limit)
    .execute();
}

/** Stores the provider's reference of a refund. */
export async function linkRefund(db: Db, id: string, providerRef: string): Promise<void> {
  await db
    .updateTable("refunds")
    .set({ provider_ref: providerRef })
    .where("id", "=", id)
    .where("provider_ref", "is", null)
    .execute();
}

/**
 * Ends a pending refund.
 * @returns false if it had already ended or does not exist.
 */
export async function endRefund(
  db: Db,
  id: string,
  result: { status: "succeeded" | "failed"; ended_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("refunds")
    .set(result)
    .where("id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Finds the stored refund of a refund that a provider reports: by the provider's reference, or by our refund id if no reference is stored
 * yet.
 */
export async function findRefund(db: Db, provider: string, providerRefund: { ref: string; refundId: string }) {
  return db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.reason", "r.amount_minor", "r.payment_id", "p.order_id"])
    .where("p.provider", "=", provider)
    .where((where) =>
      where.or([
        where("r.provider_ref", "=", providerRefund.ref),
        where.and([where("r.id", "=", providerRefund.refundId), where("r.provider_ref", "is", null)]),
      ]),
    )
    .executeTakeFirst();
}

export type RefundRow = {
  id: string;
  /** Also what points and gift card get back by a refund without money. */
  amount_minor: number;
  currency: string;
  minor_digits: number;
  status: "pending" | "succeeded" | "failed";
  /** Null until the provider has accepted the request. */
  provider_ref: string | null;
};

/**
 * Lists refunds of an order: those with the given ids, or the newest of each attempt. Refunds of double payments are
 * created automatically and left out.
 */
export async function listOrderRefunds(db: Db, orderId: number, ids: readonly string[] | null): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    select id, greatest(amount_minor, value_minor) as amount_minor, currency, minor_digits, status, provider_ref from (
      select r.*, p.currency, c.minor_digits,
        row_number() over (partition by r.attempt_id order by r.created_at desc, r.id desc) = 1 as is_newest
      from refunds r join payments p on p.id = r.payment_id join currencies c on c.code = p.currency
      where p.order_id = ${orderId} and r.reason <> 'paid_twice'
    ) r
    where ${ids === null ? sql`is_newest` : sql`id = any(${ids})`}
    order by created_at, id`.execute(db);
  return rows;
}
