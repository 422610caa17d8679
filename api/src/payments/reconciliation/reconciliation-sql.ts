import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/** A corrected discrepancy: what was found (`Discrepancy["finding"]`) and what was done (`action`). */
export type CorrectionRow = {
  created_at: Date;
  finding: string;
  action: string;
  order_id: number | null;
  payment_id: string | null;
};

/** Records a discrepancy and what was done about it. */
export async function addCorrection(db: Db, correction: CorrectionRow): Promise<void> {
  await db.insertInto("payment_corrections").values(correction).execute();
}

/** Lists the corrections made since a point in time, newest first. */
export async function listCorrections(db: Db, since: Date, limit: number): Promise<CorrectionRow[]> {
  return db
    .selectFrom("payment_corrections")
    .select(["created_at", "finding", "action", "order_id", "payment_id"])
    .where("created_at", ">=", since)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/**
 * Lists attempts started within a time range that were sent but never answered: those still pending, and those failed
 * because the provider was unreachable.
 */
export async function listLostAttempts(db: Db, started: { after: Date; before: Date }, limit: number) {
  return db
    .selectFrom("payment_attempts as a")
    .innerJoin("payments as p", "p.id", "a.payment_id")
    .select(["a.id", "p.id as payment_id", "p.order_id"])
    .where("a.provider_ref", "is", null)
    .where((where) =>
      where.or([
        where("a.status", "=", "pending"),
        where.and([where("a.status", "=", "failed"), where("a.decline_reason", "=", "gateway_unavailable")]),
      ]),
    )
    .where("a.created_at", ">", started.after)
    .where("a.created_at", "<=", started.before)
    .orderBy(sql`coalesce(a.checked_at, a.created_at)`)
    .limit(limit)
    .execute();
}

/**
 * Fails an attempt that the provider never received.
 * @returns false if the provider has reported it in the meantime.
 */
export async function closeLostAttempt(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("payment_attempts")
    .set({ status: "failed", decline_reason: "never_reached", ended_at: now })
    .where("id", "=", id)
    .where("provider_ref", "is", null)
    .where("status", "in", ["pending", "failed"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores when the provider was last asked about the attempts, so that others come first next time. */
export async function markAttemptsChecked(db: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length > 0)
    await db.updateTable("payment_attempts").set({ checked_at: now }).where("id", "in", ids).execute();
}

/**
 * Lists successful attempts that had no effect: their order still awaits payment, or was canceled without a refund.
 * @param placedAfter orders placed before are left out: they are not canceled any more, and there are ever more of them
 */
export async function listUnappliedPayments(db: Db, placedAfter: Date, limit: number) {
  // Lateral, so that the payments of these orders are read and not all of them.
  const { rows } = await sql<{ attempt_id: string; payment_id: string; order_id: number; order_status: string }>`
    select a.id as attempt_id, a.payment_id, o.id as order_id, o.status as order_status
    from orders o cross join lateral (
      select a.id, a.payment_id, a.ended_at, p.amount_minor from payments p join payment_attempts a on a.payment_id = p.id
      where p.order_id = o.id and a.status = 'succeeded' offset 0
    ) a
    where o.status in ('awaiting_payment', 'cancelled') and o.placed_at > ${placedAfter}
      and (o.status = 'awaiting_payment'
        or not exists (select from refunds r
            where r.payment_id = a.payment_id and r.attempt_id = a.id and r.status = 'failed')
          and a.amount_minor > (select coalesce(sum(r.amount_minor), 0) from refunds r
            where r.payment_id = a.payment_id and r.attempt_id = a.id))
    order by a.ended_at limit ${limit}`.execute(db);
  return rows;
}

/**
 * Lists attempts that a provider has accepted but not completed, started before a point in time; least recently checked
 * first. `is_awaited`: whether the order, or its edit, still awaits the payment.
 */
export async function listOpenAttempts(
  db: Db,
  { startedBefore, now }: { startedBefore: Date; now: Date },
  limit: number,
) {
  return db
    .selectFrom("payment_attempts as a")
    .innerJoin("payments as p", "p.id", "a.payment_id")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .select(["a.id", "p.id as payment_id", "p.order_id", "p.provider"])
    .select(
      sql<boolean>`case p.purpose
        when 'order' then o.status = 'awaiting_payment' and o.pay_until > ${now}
        else p.status in ('awaiting', 'error') and p.expires_at > ${now} end`.as("is_awaited"),
    )
    .select(sql<string>`a.provider_ref`.as("provider_ref"))
    .where("a.status", "in", ["pending", "challenge"])
    .where("a.provider_ref", "is not", null)
    .where("a.created_at", "<=", startedBefore)
    .orderBy(sql`coalesce(a.checked_at, a.created_at)`)
    .limit(limit)
    .execute();
}

/** Lists orders whose payment deadline has passed, oldest first. */
export async function listExpiredOrders(db: Db, now: Date, limit: number): Promise<{ id: number; pay_until: Date }[]> {
  return db
    .selectFrom("orders")
    .select(["id", "pay_until"])
    .where("status", "=", "awaiting_payment")
    .where("pay_until", "<=", now)
    .orderBy("pay_until")
    .limit(limit)
    .execute();
}

/** Lists canceled orders that still have an open payment. */
export async function listCanceledOrdersWithOpenPayment(
  db: Db,
  limit: number,
): Promise<{ id: number; pay_until: Date }[]> {
  return db
    .selectFrom("payments as p")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .select(["o.id", "o.pay_until"])
    .where("p.status", "in", ["awaiting", "error"])
    .where("o.status", "=", "cancelled")
    .limit(limit)
    .execute();
}
