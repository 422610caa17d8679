import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import type { DB } from "../platform/db/tables.generated.ts";
import { parcelOrderIds } from "../orders/parcel/parcel-orders.ts";
import type { Confirmation } from "../orders/confirmations.ts";
import type { SettlementContext } from "./attempts/settlement.ts";

type Payment = SettlementContext["payment"];
export type PaymentPurpose = Payment["purpose"];

/**
 * A payment with the status of its order, its currency, its live attempt (in progress or successful), the reason of its
 * last declined attempt and the status of its newest refund.
 */
export type PaymentRow = {
  id: string;
  order_id: number;
  order_status: string;
  /** Destination country. */
  country: string;
  provider: string;
  method: string;
  amount_minor: number;
  currency: string;
  sign: string;
  minor_digits: number;
  status: Payment["status"];
  /** `order_edit`: the difference that an edit of a paid order adds (docs/domain/order-edits.md). */
  purpose: PaymentPurpose;
  /** Import duty that the shopper must confirm before they pay; null if there is nothing to confirm. */
  duty_minor: number | null;
  /** The duty that they confirmed with the order; 0 while they pay for it. */
  order_duty_minor: number;
  is_duty_confirmed: boolean;
  /** Whether the shopper has yet to accept the offer for an order that staff have placed. */
  needs_terms: boolean;
  /** Whether the order contains goods, which are delivered. */
  has_delivery: boolean;
  /** The promised days of arrival, such as 2026-12-04; null until the order is paid. */
  promised_from: string | null;
  promised_until: string | null;
  to_pickup_point: boolean;
  customs_tax_minor: number;
  expires_at: Date;
  live_attempt_at: Date | null;
  live_attempt_status: SettlementContext["attempt"]["status"] | null;
  /** Null until the provider has responded. */
  live_attempt_ref: string | null;
  live_attempt_url: string | null;
  decline_reason: string | null;
  refund_status: "pending" | "succeeded" | "failed" | null;
};

/** Nobody pays for an order that replaces goods of another one. */
const needsTerms = sql<boolean>`(o.source = 'manual' and o.replaces_order_id is null and o.terms_accepted is null)`;

/** Finds a payment. Returns undefined also for strings that cannot be a payment id. */
export async function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  if (!/^[A-Za-z0-9_-]{22,100}$/.test(id)) return undefined;
  const { rows } = await sql<PaymentRow>`
    select p.id, p.order_id, o.status as order_status, o.address ->> 'country' as country, p.provider, p.method,
      p.amount_minor, p.currency, c.sign, c.minor_digits,
      p.status, p.purpose, p.duty_minor,
      case when p.purpose = 'order' then 0 else o.customs_tax_minor end as order_duty_minor,
      p.duty_confirmed is not null as is_duty_confirmed, p.purpose = 'order' and ${needsTerms} as needs_terms,
      o.shipping_method_id is not null as has_delivery, o.promised_from::text, o.promised_until::text,
      o.pickup_point is not null as to_pickup_point, o.customs_tax_minor, p.expires_at, live.created_at as live_attempt_at, live.status as live_attempt_status,
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

/** Inserts a payment. A unique index prevents a second open one of the order with the same purpose. */
export async function addPayment(
  tx: Tx,
  payment: Pick<
    Selectable<DB["payments"]>,
    "id" | "order_id" | "provider" | "method" | "amount_minor" | "currency" | "expires_at"
  > & { status?: "success"; paid_at?: Date; purpose?: PaymentPurpose; duty_minor?: number | null },
): Promise<void> {
  await tx.insertInto("payments").values(payment).execute();
}

/** Finds the payment of an order that is not canceled, without those of its edits; there is at most one. */
export async function findLivePayment(db: Db, orderId: number): Promise<{ id: string; method: string } | undefined> {
  return db
    .selectFrom("payments")
    .select(["id", "method"])
    .where("order_id", "=", orderId)
    .where("purpose", "=", "order")
    .where("status", "<>", "cancelled")
    .executeTakeFirst();
}

/** Locks the order until the end of the transaction. Every change of a payment takes this lock first. */
export async function lockOrder(tx: Tx, id: number) {
  const rows = await tx
    .selectFrom("orders as o")
    .select(["id", "customer_id", "status", "pay_until", "total_minor", "currency", "payment_method"])
    .select(sql<string | null>`address ->> 'country'`.as("country"))
    .select(needsTerms.as("needs_terms"))
    .select(
      sql<number | null>`case when customs_declared and duty_confirmed is null then customs_tax_minor end`.as(
        "unconfirmed_duty_minor",
      ),
    )
    .where("id", "=", sql<number>`any(${parcelOrderIds(id)})`)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.find((row) => row.id === id);
}

/** Returns the email of a customer, for the consents that they give with a payment. */
export async function getCustomerEmail(tx: Tx, customerId: number): Promise<string> {
  const query = tx.selectFrom("customers").select("email").where("id", "=", customerId);
  return (await query.executeTakeFirstOrThrow()).email;
}

/** Locks the payment until the end of the transaction. */
export async function lockPayment(tx: Tx, id: string) {
  const row = await tx.selectFrom("payments").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
  return { ...row, status: row.status as Payment["status"], purpose: row.purpose as PaymentPurpose };
}

/**
 * Updates the status of an open payment.
 * @returns false if the payment had ended.
 */
export async function updatePaymentStatus(
  tx: Tx,
  id: string,
  changes: { status: "awaiting" | "error" | "cancelled" },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("payments")
    .set(changes)
    .where("id", "=", id)
    .where("status", "in", ["awaiting", "error"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores that the shopper has confirmed the import duty of a payment, once. */
export async function confirmDuty(tx: Tx, id: string, confirmation: Confirmation): Promise<void> {
  await tx
    .updateTable("payments")
    .set({ duty_confirmed: JSON.stringify(confirmation) })
    .where("id", "=", id)
    .where("duty_confirmed", "is", null)
    .execute();
}

/**
 * Marks a payment as paid, even one that had been replaced. The replacement is canceled first, so that an order never
 * has two open payments of one purpose. The caller must have locked the order.
 */
export async function markPaymentPaid(
  tx: Tx,
  { id, orderId, purpose }: { id: string; orderId: number; purpose: PaymentPurpose },
  paidAt: Date,
): Promise<void> {
  await tx
    .updateTable("payments")
    .set({ status: "cancelled" })
    .where("order_id", "=", orderId)
    .where("purpose", "=", purpose)
    .where("id", "<>", id)
    .where("status", "in", ["awaiting", "error"])
    .execute();
  await tx
    .updateTable("payments")
    .set({ status: "success", paid_at: paidAt })
    .where("id", "=", id)
    .where("status", "<>", "success")
    .execute();
}

/** Lists the newest payments with the status of their orders, the number of attempts and the refunded amount. */
export async function listNewestPayments(db: Db, status: Payment["status"] | null, limit: number) {
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

/** Returns the currency code of an order; undefined if there is no such order. */
export async function getOrderCurrency(db: Db, orderId: number): Promise<string | undefined> {
  const row = await db.selectFrom("orders").select("currency").where("id", "=", orderId).executeTakeFirst();
  return row?.currency;
}
