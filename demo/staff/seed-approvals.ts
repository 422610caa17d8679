import { sql } from "kysely";
import type { Tx } from "../../api/src/platform/db/database.ts";
import { updateSetting } from "../../api/src/platform/settings/settings.ts";
import { secondApprovalMinor } from "../../api/src/staff/settings.ts";
import { createGatewayId } from "../codes.ts";
import { DAY_MS, HOUR_MS } from "../products/product.ts";
import { staffEmails } from "./colleagues.ts";

const { manager, support } = staffEmails;

/** Refunds above 25,000 rubles need a second person. */
const LIMIT_MINOR = 25_000_00;
/** The share of the total that is asked for, in whole rubles. */
const SHARE = 0.9;

/** Days since the oldest of the orders was delivered. */
const OLDEST_DAYS = 300;

type Request = {
  status: "pending" | "approved" | "rejected" | "expired";
  /** Hours before now. */
  requested: number;
  /** Hours after the request. */
  decided?: number;
  reason: "damaged" | "late_delivery" | "goodwill";
  comment: string;
  decision?: string;
};

/** What the support asked to refund, for one of the most expensive orders each. */
const requests: readonly Request[] = [
  { status: "pending", requested: 3, reason: "damaged", comment: "Коробку раздавили в пути, целы только два товара." },
  { status: "pending", requested: 0.5, reason: "late_delivery", comment: "Посылка шла 48 дней вместо 22." },
  {
    ...{ status: "approved", requested: 120, decided: 2, reason: "damaged" },
    comment: "Протёк флакон, залило остальные товары. Фотографии в письме.",
  },
  {
    ...{ status: "rejected", requested: 290, decided: 5, reason: "goodwill" },
    comment: "Не понравился аромат, просит вернуть деньги за весь заказ.",
    decision: "Товары вскрыты, срок возврата прошёл. Предложите баллы.",
  },
  { status: "expired", requested: 530, decided: 24, reason: "goodwill", comment: "Просит скидку задним числом." },
];

/**
 * Turns the approval by a second person on, and writes requests that wait and that have ended. The approved one has
 * refunded its order. No other refunds of these orders exist.
 */
export async function seedApprovals(db: Tx, now: Date): Promise<void> {
  await updateSetting(db, secondApprovalMinor, LIMIT_MINOR);
  const { rows: orders } = await sql<{ id: number; total_minor: number }>`
    select o.id, o.total_minor from orders o
    where o.status = 'delivered' and o.currency = 'RUB' and o.total_minor * ${SHARE}::numeric > ${LIMIT_MINOR}::bigint
      and o.gift_card_minor = 0 and o.loyalty_minor = 0 and o.delivered_at between ${new Date(now.getTime() - OLDEST_DAYS * DAY_MS)} and ${new Date(now.getTime() - 600 * HOUR_MS)}
      and not exists (select from payments p join refunds r on r.payment_id = p.id where p.order_id = o.id)
      and not exists (select from returns r where r.order_id = o.id)
      and not exists (select from order_edits e where e.order_id = o.id)
    order by o.total_minor desc, o.id limit ${requests.length}`.execute(db);
  for (const [index, order] of orders.entries()) {
    const request = requests[index];
    if (request) await insertRequest(db, { order, request, now });
  }
}

type SeededRequest = { order: { id: number; total_minor: number }; request: Request; now: Date };

async function insertRequest(db: Tx, { order, request, now }: SeededRequest): Promise<void> {
  const amount = Math.floor((order.total_minor * SHARE) / 100);
  const requestedAt = new Date(now.getTime() - request.requested * HOUR_MS);
  const decidedAt = request.decided === undefined ? null : new Date(requestedAt.getTime() + request.decided * HOUR_MS);
  const isDecidedByPerson = request.status === "approved" || request.status === "rejected";
  const { reason, comment } = request;
  const input = request.status === "pending" ? { amount, reason, comment } : {};
  const changes = [{ field: "refund_amount", from: null, to: `${amount} RUB` }];
  await sql`
    insert into approvals (action, params, input, subject_kind, subject_id, amount_minor, currency, requested_by,
      requested_at, expires_at, status, decided_by, decided_at, reason, changes, decision_reason)
    select 'order.refund_requested', ${JSON.stringify({ id: order.id })}::jsonb, ${JSON.stringify(input)}::jsonb, 'order',
      ${String(order.id)}, ${amount * 100}, 'RUB', requester.id, ${requestedAt},
      ${requestedAt}::timestamptz + interval '24 hours', ${request.status},
      case when ${isDecidedByPerson}::boolean then decider.id end, ${decidedAt}::timestamptz, ${reason}, ${JSON.stringify(changes)}::jsonb,
      ${request.decision ?? ""}
    from staff requester, staff decider where requester.email = ${support} and decider.email = ${manager}`.execute(db);
  if (request.status !== "approved") return;
  await sql`
    insert into refunds (id, payment_id, attempt_id, amount_minor, status, reason, comment, provider_ref, created_at,
      ended_at)
    select 'refund-approved-' || p.order_id, p.id, a.id, ${amount * 100}, 'succeeded', ${reason}, ${comment},
      ${createGatewayId(`approved refund ${order.id}`)}, ${decidedAt}, ${decidedAt}
    from payments p join payment_attempts a on a.payment_id = p.id and a.status = 'succeeded'
    where p.order_id = ${order.id}`.execute(db);
}
