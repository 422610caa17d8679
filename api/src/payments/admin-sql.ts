import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/db/database.ts";
import type { ListedPayment, PaymentListQuery, PaymentView } from "./admin-schema.ts";

/** A place in the list: when the payment was created, in microseconds, and its id. */
export type PaymentCursor = Readonly<{ micros: number; id: string }>;

export type ListedPaymentRow = Pick<
  ListedPayment,
  "id" | "order_id" | "status" | "provider" | "method" | "currency"
> & {
  amount_minor: number;
  minor_digits: number;
  created_at: Date;
  created_micros: number;
  paid_at: Date | null;
  attempts: ListedPayment["attempts"];
  refunds: (Omit<ListedPayment["refunds"][number], "amount"> & {
    amount_minor: number;
    /** What points and gift card get back of a refund without money; otherwise 0. */
    value_minor: number;
  })[];
  differences: ListedPayment["differences"];
};

/** A failed refund that no other one repeats. */
const failedRefunds = sql`select f.payment_id from refunds f
  where f.status = 'failed' and not exists (select from refunds n where n.retry_of = f.id)`;
const pendingRefunds = sql`select r.payment_id from refunds r where r.status = 'pending'`;

const viewConditions: Record<PaymentView, RawBuilder<unknown> | null> = {
  failed_refunds: sql`p.id in (${failedRefunds})`,
  pending_refunds: sql`p.id in (${pendingRefunds})`,
  differences: sql`p.id in (select c.payment_id from payment_corrections c where c.payment_id is not null)`,
  declined: sql`p.status = 'error'`,
  all: null,
};

/** The filter of the list; all given conditions must hold. */
type PaymentFilter = Pick<PaymentListQuery, "view" | "status" | "provider" | "method" | "q">;

function buildCondition(
  { view, status, provider, method, q }: PaymentFilter,
  after: PaymentCursor | null = null,
): RawBuilder<unknown> {
  const conditions = [
    viewConditions[view],
    status && sql`p.status = ${status}`,
    provider && sql`p.provider = ${provider}`,
    method && sql`p.method = ${method}`,
    q && sql`p.order_id = ${q}`,
    after &&
      sql`(p.created_at, p.id) < (timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.id})`,
  ].filter((condition) => typeof condition === "object" && condition !== null);
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
}

/** Counts the payments that match a filter, up to `max`. */
export async function countPayments(db: Db, filter: PaymentFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from payments p ${buildCondition(filter)} limit ${max}) p`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Lists payments with their attempts, refunds and differences, newest first.
 * @returns at most `limit` + 1 rows; the additional one shows that there are more
 */
export async function listPayments(
  db: Db,
  { limit, ...filter }: PaymentFilter & { limit: number },
  after: PaymentCursor | null,
): Promise<ListedPaymentRow[]> {
  const { rows } = await sql<ListedPaymentRow>`
    with page as (
      select p.* from payments p
      ${buildCondition(filter, after)}
      order by p.created_at desc, p.id desc limit ${limit + 1}
    )
    select p.id, p.order_id, p.status, p.provider, p.method, p.currency, p.amount_minor, c.minor_digits, p.created_at,
      (extract(epoch from p.created_at) * 1000000)::bigint as created_micros, p.paid_at,
      coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'status', a.status, 'decline_reason', a.decline_reason,
          'at', a.created_at) order by a.created_at, a.id)
        from payment_attempts a where a.payment_id = p.id), '[]') as attempts,
      coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'status', r.status, 'amount_minor', r.amount_minor,
          'value_minor', r.value_minor, 'reason', r.reason, 'is_retried', exists (select from refunds n where n.retry_of = r.id),
          'created_at', r.created_at) order by r.created_at, r.id)
        from refunds r where r.payment_id = p.id), '[]') as refunds,
      coalesce((select jsonb_agg(jsonb_build_object('finding', d.finding, 'action', d.action, 'at', d.created_at)
          order by d.id)
        from payment_corrections d where d.payment_id = p.id), '[]') as differences
    from page p join currencies c on c.code = p.currency
    order by p.created_at desc, p.id desc`.execute(db);
  return rows;
}

/** Counts the payments with refunds that failed or are not confirmed yet. */
export async function countOpenRefunds(db: Db): Promise<{ failed_refunds: number; pending_refunds: number }> {
  const { rows } = await sql<{ failed_refunds: number; pending_refunds: number }>`
    select (select count(distinct payment_id) from (${failedRefunds}) failed)::integer as failed_refunds,
      (select count(distinct payment_id) from (${pendingRefunds}) pending)::integer as pending_refunds`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("a query without a table returned no row");
  return row;
}
