import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";
import type { DB } from "../platform/tables.generated.ts";
import type { Locale } from "../platform/locale.ts";
import type { Known } from "./settlement.ts";

type Attempt = Known["attempt"];
type Payment = Known["payment"];

/** A payment with its order's state, its currency, and how its attempts stand. */
export type PaymentRow = {
  id: string;
  order_id: number;
  order_status: string;
  provider: string;
  amount_minor: number;
  currency: string;
  sign: string;
  minor_digits: number;
  status: Payment["status"];
  expires_at: Date;
  live_attempt_at: Date | null;
  live_attempt_status: Attempt["status"] | null;
  /** Null while the provider has not answered. */
  live_attempt_ref: string | null;
  live_attempt_url: string | null;
  decline_reason: string | null;
  refund_status: "pending" | "succeeded" | "failed" | null;
};

/** Undefined, too, for what cannot be a payment's id. */
export async function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  if (!/^[A-Za-z0-9_-]{22,100}$/.test(id)) return undefined;
  const { rows } = await sql<PaymentRow>`
    select p.id, p.order_id, o.status as order_status, p.provider, p.amount_minor, p.currency, c.sign, c.minor_digits,
      p.status, p.expires_at, live.created_at as live_attempt_at, live.status as live_attempt_status,
      live.provider_ref as live_attempt_ref, live.action_url as live_attempt_url, failed.decline_reason,
      refund.status as refund_status
    from payments p
    join orders o on o.id = p.order_id
    join currencies c on c.code = p.currency
    left join payment_attempts live on live.payment_id = p.id and live.status in ('pending', 'challenge', 'succeeded')
    left join lateral (
      select decline_reason from payment_attempts where payment_id = p.id and status = 'failed'
      order by ended_at desc, id limit 1
    ) failed on true
    left join lateral (
      select status from refunds where payment_id = p.id order by created_at desc, id limit 1
    ) refund on true
    where p.id = ${id}`.execute(db);
  return rows[0];
}

export async function addPayment(
  tx: Tx,
  payment: Pick<
    Selectable<DB["payments"]>,
    "id" | "order_id" | "provider" | "method" | "amount_minor" | "currency" | "expires_at"
  > & { status?: "success"; paid_at?: Date },
): Promise<void> {
  await tx.insertInto("payments").values(payment).execute();
}

export async function livePaymentOf(db: Db, orderId: number): Promise<{ id: string } | undefined> {
  return db
    .selectFrom("payments")
    .select("id")
    .where("order_id", "=", orderId)
    .where("status", "<>", "cancelled")
    .executeTakeFirst();
}

/** The order, held until the transaction ends. Every change of a payment takes this lock first. */
export async function lockOrder(tx: Tx, id: number) {
  return tx
    .selectFrom("orders")
    .select(["id", "customer_id", "status", "pay_until", "total_minor", "currency", "payment_method"])
    .select(sql<string | null>`address ->> 'country'`.as("country"))
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** The payment, held until the transaction ends. */
export async function lockPayment(tx: Tx, id: string) {
  const row = await tx.selectFrom("payments").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
  return { ...row, status: row.status as Payment["status"] };
}

/** The attempt that is under way or has succeeded. */
export async function liveAttemptOf(db: Db, paymentId: string) {
  return db
    .selectFrom("payment_attempts")
    .select(["id", "status", "provider_ref", "created_at"])
    .where("payment_id", "=", paymentId)
    .where("status", "in", ["pending", "challenge", "succeeded"])
    .executeTakeFirst();
}

/** An attempt with what the provider must be told of it. */
export async function attemptToSend(db: Db, id: string) {
  const row = await db
    .selectFrom("payment_attempts as a")
    .innerJoin("payments as p", "p.id", "a.payment_id")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .innerJoin("currencies as c", "c.code", "p.currency")
    .select([
      "a.id",
      "a.status",
      "a.provider_ref",
      "a.decline_reason",
      "p.provider",
      "p.method",
      "p.expires_at",
      "a.created_at",
    ])
    .select(["p.id as payment_id", "p.order_id", "p.amount_minor", "p.currency", "c.minor_digits", "o.locale"])
    .where("a.id", "=", id)
    .executeTakeFirstOrThrow();
  return { ...row, locale: row.locale as Locale };
}
export type AttemptToSend = Awaited<ReturnType<typeof attemptToSend>>;

export async function addAttempt(tx: Tx, attempt: { id: string; payment_id: string; created_at: Date }): Promise<void> {
  await tx.insertInto("payment_attempts").values(attempt).execute();
}

/** Keeps what the provider calls an attempt, and the page on which it waits for the shopper. */
export async function linkAttempt(db: Db, id: string, told: { ref: string; actionUrl: string | null }): Promise<void> {
  await db
    .updateTable("payment_attempts")
    .set({
      provider_ref: told.ref,
      ...(told.actionUrl === null
        ? {}
        : {
            action_url: told.actionUrl,
            status: sql<string>`case when status = 'pending' then 'challenge' else status end`,
          }),
    })
    .where("id", "=", id)
    .where("provider_ref", "is", null)
    .execute();
}

/** The attempt that a provider's payment belongs to: by the provider's reference, or by our id where it has none yet. */
export async function findAttempt(db: Db, provider: string, told: { ref: string; attemptId: string }) {
  return db
    .selectFrom("payment_attempts as a")
    .innerJoin("payments as p", "p.id", "a.payment_id")
    .innerJoin("currencies as c", "c.code", "p.currency")
    .select(["a.id", "a.payment_id", "p.order_id", "c.minor_digits"])
    .where("p.provider", "=", provider)
    .where((where) =>
      where.or([
        where("a.provider_ref", "=", told.ref),
        where.and([where("a.id", "=", told.attemptId), where("a.provider_ref", "is", null)]),
      ]),
    )
    .executeTakeFirst();
}

/** The state of an attempt, held until the transaction ends. */
export async function lockAttempt(tx: Tx, id: string): Promise<Attempt> {
  const row = await tx
    .selectFrom("payment_attempts")
    .select(["id", "status"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { id: row.id, status: row.status as Attempt["status"] };
}

/** Ends an attempt that is under way. @returns false when it had ended before. */
export async function endAttempt(
  db: Db,
  id: string,
  end: { status: "succeeded" | "failed"; decline_reason?: string; ended_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("payment_attempts")
    .set(end)
    .where("id", "=", id)
    .where("status", "in", ["pending", "challenge"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that an attempt has taken the money, also one that the shop had given up. */
export async function recordSuccess(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable("payment_attempts")
    .set({ status: "succeeded", ended_at: now })
    .where("id", "=", id)
    .where("status", "<>", "succeeded")
    .execute();
}

/** Ends an attempt that the provider refused to take. One that it has taken meanwhile, by a repeated call, stays. */
export async function dropAttempt(db: Db, id: string, reason: string, now: Date): Promise<void> {
  await db
    .updateTable("payment_attempts")
    .set({ status: "failed", decline_reason: reason, ended_at: now })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .where("provider_ref", "is", null)
    .execute();
}

/** Moves a payment that is not over. @returns false when it was. */
export async function movePayment(
  tx: Tx,
  id: string,
  to: { status: "awaiting" | "error" | "cancelled" } | { status: "success"; paid_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("payments")
    .set(to)
    .where("id", "=", id)
    .where("status", "in", ["awaiting", "error"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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

/** What a receipt of an order says: whose it is, and its lines as they were sold. */
export async function receiptedOrder(db: Db, orderId: number) {
  const order = await db
    .selectFrom("orders as o")
    .innerJoin("customers as c", "c.id", "o.customer_id")
    .select(["c.email", "o.delivery_minor", "o.certificates_minor"])
    .where("o.id", "=", orderId)
    .executeTakeFirstOrThrow();
  const lines = await db
    .selectFrom("order_lines")
    .select(["name", "qty", "total_minor as totalMinor"])
    .where("order_id", "=", orderId)
    .orderBy("line")
    .execute();
  return { ...order, lines };
}

/** The newest payments with their orders' state, how often each was tried, and what of it went back. */
export async function newestPayments(db: Db, status: Payment["status"] | null, limit: number) {
  const { rows } = await sql<{
    id: string;
    order_id: number;
    order_status: string;
    status: Payment["status"];
    provider: string;
    amount_minor: number;
    currency: string;
    minor_digits: number;
    refunded_minor: number;
    attempts: number;
    created_at: Date;
  }>`
    select p.id, p.order_id, o.status as order_status, p.status, p.provider, p.amount_minor, p.currency, c.minor_digits,
      (select coalesce(sum(amount_minor), 0)::bigint from refunds where payment_id = p.id and status = 'succeeded')
        as refunded_minor,
      (select count(*) from payment_attempts where payment_id = p.id) as attempts, p.created_at
    from payments p
    join orders o on o.id = p.order_id
    join currencies c on c.code = p.currency
    where ${status}::text is null or p.status = ${status}
    order by p.created_at desc, p.id limit ${limit}`.execute(db);
  return rows;
}

export async function orderCurrency(db: Db, orderId: number): Promise<string | undefined> {
  const row = await db.selectFrom("orders").select("currency").where("id", "=", orderId).executeTakeFirst();
  return row?.currency;
}
