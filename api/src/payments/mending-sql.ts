import { sql } from "kysely";
import type { Db } from "../platform/db.ts";

export type MendingRow = {
  at: Date;
  finding: string;
  deed: string;
  order_id: number | null;
  payment_id: string | null;
};

/** Writes down what was found stranded and what was done about it. */
export async function addMending(db: Db, mending: MendingRow): Promise<void> {
  await db.insertInto("payment_mendings").values(mending).execute();
}

/** What was mended since a moment, the newest first. */
export async function mendingsSince(db: Db, since: Date, limit: number): Promise<MendingRow[]> {
  return db
    .selectFrom("payment_mendings")
    .select(["at", "finding", "deed", "order_id", "payment_id"])
    .where("at", ">=", since)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/**
 * Attempts that were sent and never answered, begun in a span of time: those that wait, and those that were given up
 * because the provider could not be asked.
 */
export async function lostAttempts(db: Db, begun: { after: Date; before: Date }, limit: number) {
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
    .where("a.created_at", ">", begun.after)
    .where("a.created_at", "<=", begun.before)
    .orderBy(sql`coalesce(a.checked_at, a.created_at)`)
    .limit(limit)
    .execute();
}

/** Ends an attempt that the provider never got. @returns false when it has been heard of meanwhile. */
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

/** Notes that the provider was asked about attempts, so that the others come first next time. */
export async function noteChecked(db: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length > 0)
    await db.updateTable("payment_attempts").set({ checked_at: now }).where("id", "in", ids).execute();
}

/** Money that was taken and moved nothing: its order still waits, or was called off and gets nothing back. */
export async function strandedMoney(db: Db, limit: number) {
  const { rows } = await sql<{ attempt_id: string; payment_id: string; order_id: number; order_status: string }>`
    select a.id as attempt_id, p.id as payment_id, p.order_id, o.status as order_status
    from payment_attempts a
    join payments p on p.id = a.payment_id
    join orders o on o.id = p.order_id
    where a.status = 'succeeded'
      and (o.status = 'awaiting_payment'
        or (o.status = 'cancelled' and not exists (select from refunds r where r.attempt_id = a.id and r.status = 'failed')
          and p.amount_minor > (select coalesce(sum(r.amount_minor), 0) from refunds r where r.attempt_id = a.id)))
    order by a.ended_at limit ${limit}`.execute(db);
  return rows;
}

/** Attempts that a provider has taken and not ended, begun before a moment; asked about longest ago first. */
export async function openAttempts(db: Db, begunBefore: Date, limit: number) {
  return db
    .selectFrom("payment_attempts as a")
    .innerJoin("payments as p", "p.id", "a.payment_id")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .select(["a.id", "p.id as payment_id", "p.order_id", "p.provider", "o.status as order_status", "o.pay_until"])
    .select(sql<string>`a.provider_ref`.as("provider_ref"))
    .where("a.status", "in", ["pending", "challenge"])
    .where("a.provider_ref", "is not", null)
    .where("a.created_at", "<=", begunBefore)
    .orderBy(sql`coalesce(a.checked_at, a.created_at)`)
    .limit(limit)
    .execute();
}

/** Orders whose time to pay is over, the longest waiting first. */
export async function ordersPastPayment(db: Db, now: Date, limit: number): Promise<{ id: number; pay_until: Date }[]> {
  return db
    .selectFrom("orders")
    .select(["id", "pay_until"])
    .where("status", "=", "awaiting_payment")
    .where("pay_until", "<=", now)
    .orderBy("pay_until")
    .limit(limit)
    .execute();
}

/** Orders that are over while a payment of theirs still stands open. */
export async function ordersLeavingPayment(db: Db, limit: number): Promise<{ id: number; pay_until: Date }[]> {
  return db
    .selectFrom("payments as p")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .select(["o.id", "o.pay_until"])
    .where("p.status", "in", ["awaiting", "error"])
    .where("o.status", "=", "cancelled")
    .limit(limit)
    .execute();
}
