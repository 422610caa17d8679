import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { emailEvents } from "../emails/email-events.ts";
import { ORDER_NUMBER_LENGTH } from "../order-number.ts";
import type { CancelCause, OrderSource, OrderStatus } from "../schema.ts";
import type { AddressSnapshot } from "../order-address.ts";
import type { PickupPointSnapshot } from "../sql.ts";

/** The filter of the staff's order list; all given conditions must hold. */
export type OrderFilter = Readonly<{
  id?: number;
  ids?: readonly number[] | undefined;
  statuses?: readonly OrderStatus[] | undefined;
  /** Placed at this time or later. */
  placedFrom?: Date | undefined;
  /** Placed before this time. */
  placedBefore?: Date | undefined;
  /** ISO 3166 code of the destination country. */
  country?: string | undefined;
  source?: OrderSource | undefined;
  /** Code of the shipping method. */
  shippingMethod?: string | undefined;
  /** Id of the shipping method. With it the planner knows how many orders match, which it does not with the code. */
  shippingMethodId?: number | undefined;
  email?: string | undefined;
  /** The last ten digits, or all digits of a shorter number. */
  phone?: string | undefined;
  /** Prefix of the recipient's last name, in lower case. */
  lastName?: string | undefined;
  /** The recipient's whole last name, in lower case. */
  wholeLastName?: string | undefined;
  trackingNumber?: string | undefined;
  /** The first digits of the order number. */
  idPrefix?: string | undefined;
  trackingPrefix?: string | undefined;
  /** The last four digits of the phone number in the address. */
  phoneEnd?: string | undefined;
}>;

/** An order as staff see it in lists; amounts in minor units of its currency. */
export type StaffOrderRow = {
  id: number;
  status: OrderStatus;
  source: OrderSource;
  placed_at: Date;
  pay_until: Date;
  paid_at: Date | null;
  delivered_at: Date | null;
  locale: string;
  currency: string;
  minor_digits: number;
  products_minor: number;
  discount_minor: number;
  loyalty_minor: number;
  gift_card_minor: number;
  delivery_minor: number;
  purchased_gift_cards_minor: number;
  total_minor: number;
  customs_tax_minor: number;
  customs_declared: boolean;
  duty_confirmed_at: string | null;
  promo_code: string | null;
  payment_method: string;
  comment: string;
  weight_g: number;
  tracking_number: string | null;
  customer_id: number;
  /** Empty if the account is deleted. */
  email: string;
  address: AddressSnapshot | null;
  shipping_method: string | null;
  shipping_name: string;
  pickup_point: PickupPointSnapshot | null;
};

/** The columns of `StaffOrderRow`, from `orderTables`. */
export const orderColumns = sql`
  o.id, o.status, o.source, o.placed_at, o.pay_until, o.paid_at, o.delivered_at, o.locale, o.currency, m.minor_digits,
  o.products_minor, o.discount_minor, o.loyalty_minor, o.gift_card_minor, o.delivery_minor, o.purchased_gift_cards_minor,
  o.total_minor, o.customs_tax_minor, o.customs_declared, o.duty_confirmed ->> 'at' as duty_confirmed_at,
  o.promo_code, o.payment_method, o.comment, o.weight_g, o.tracking_number, o.customer_id,
  case when c.deleted_at is null then c.email else '' end as email, o.address,
  s.code as shipping_method, o.shipping_name, o.pickup_point`;
export const orderTables = sql`
  orders o join customers c on c.id = o.customer_id join currencies m on m.code = o.currency
  left join shipping_methods s on s.id = o.shipping_method_id`;

/**
 * Lists the orders that match a filter, newest first.
 * @param page.after the number of the last order on the previous page.
 */
export async function listStaffOrders(
  db: Db,
  filter: OrderFilter,
  { limit, after }: { limit: number; after?: number | undefined },
): Promise<StaffOrderRow[]> {
  const conditions = buildOrderConditions(filter);
  if (after !== undefined)
    conditions.push(sql`(o.placed_at, o.id) < ((select placed_at from orders where id = ${after}), ${after})`);
  const { rows } = await sql<StaffOrderRow>`
    select ${orderColumns} from ${orderTables}
    ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}
    order by o.placed_at desc, o.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Builds the conditions of a filter, with orders aliased as o. */
export function buildOrderConditions(filter: OrderFilter): RawBuilder<unknown>[] {
  const conditionsByValue: [unknown, () => RawBuilder<unknown>][] = [
    [filter.id, () => sql`o.id = ${filter.id}`],
    [filter.ids, () => sql`o.id = any(${filter.ids})`],
    [filter.statuses, () => buildStatusCondition(filter.statuses ?? [])],
    [filter.placedFrom, () => sql`o.placed_at >= ${filter.placedFrom}`],
    [filter.placedBefore, () => sql`o.placed_at < ${filter.placedBefore}`],
    // A constant, so that the planner can use the partial index `orders_source`.
    [filter.source, () => sql`o.source = ${sql.lit(filter.source)}`],
    [filter.country, () => sql`o.address ->> 'country' = ${filter.country}`],
    [
      filter.shippingMethod,
      () => sql`o.shipping_method_id = (select id from shipping_methods where code = ${filter.shippingMethod})`,
    ],
    [filter.shippingMethodId, () => sql`o.shipping_method_id = ${filter.shippingMethodId}`],
    [
      filter.email,
      () => sql`o.customer_id = (select id from customers where email = ${filter.email} and deleted_at is null)`,
    ],
    [filter.phone, () => buildPhoneCondition(filter.phone ?? "")],
    [filter.lastName, () => buildLastNameCondition(filter.lastName ?? "")],
    [
      filter.wholeLastName,
      () => sql`o.address is not null and lower(o.address ->> 'last_name') = ${filter.wholeLastName}`,
    ],
    [filter.idPrefix, () => buildIdPrefixCondition(filter.idPrefix ?? "")],
    [filter.trackingPrefix, () => sql`o.tracking_number like ${`${filter.trackingPrefix}%`}`],
    [
      filter.phoneEnd,
      () => sql`o.address is not null
        and right(regexp_replace(o.address ->> 'phone_mobile', '\\D', '', 'g'), 4) = ${filter.phoneEnd}`,
    ],
    [filter.trackingNumber, () => sql`o.tracking_number = ${filter.trackingNumber}`],
  ];
  return conditionsByValue.filter(([value]) => value !== undefined).map(([, buildCondition]) => buildCondition());
}

/** The index of statuses is sorted by time only for a single one. */
function buildStatusCondition(statuses: readonly OrderStatus[]): RawBuilder<unknown> {
  return statuses.length === 1 ? sql`o.status = ${statuses[0]}` : sql`o.status = any(${statuses})`;
}

/** Order numbers have nine digits, so that those with the same first digits are a range. */
function buildIdPrefixCondition(prefix: string): RawBuilder<unknown> {
  const first = Number(prefix.padEnd(ORDER_NUMBER_LENGTH, "0"));
  const last = Number(prefix.padEnd(ORDER_NUMBER_LENGTH, "9"));
  return sql`o.id between ${first} and ${last}`;
}

/** Matches the expression of the index `orders_phone`. */
function buildPhoneCondition(digits: string): RawBuilder<unknown> {
  return sql`o.address is not null
    and right(regexp_replace(o.address ->> 'phone_mobile', '\\D', '', 'g'), 10) = ${digits}`;
}

/** Matches the expression of the index `orders_last_name`; `%` and `_` in the text match themselves. */
function buildLastNameCondition(text: string): RawBuilder<unknown> {
  const pattern = `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`o.address is not null and lower(o.address ->> 'last_name') like ${pattern}`;
}

/**
 * The condition that the parcel of an order, aliased as o, is lost: staff have accepted the claim, and did not close it
 * without a refund or a replacement (docs/domain/returns.md).
 */
export const isParcelLost = sql`exists (select from returns r where r.order_id = o.id and r.kind = 'claim'
  and r.reason = 'lost' and (r.status = 'approved' or (r.status = 'resolved' and r.outcome <> 'none')))`;

type PaymentStatus = "awaiting" | "success" | "error" | "cancelled";
type AttemptStatus = "pending" | "challenge" | "succeeded" | "failed";

/** The parts of an order outside its own row. Timestamps are ISO 8601 strings. */
export type StaffOrderParts = {
  id: number;
  lines: {
    line: number;
    product_id: number;
    option_id: number;
    reference: string;
    name: string;
    option_name: string;
    qty: number;
    price_minor: number;
    discount_minor: number;
    total_minor: number;
    weight_g: number;
    is_gift: boolean;
    customs_name_en: string;
    hs_code: string;
  }[];
  certificates: { recipient_name: string; price_minor: number; sent_at: string | null }[];
  /** What refunds gave back of gift card and points, in minor units of the order's currency. */
  gift_card_returned_minor: number;
  loyalty_returned_minor: number;
  history: {
    at: string;
    status: OrderStatus;
    cause: CancelCause | null;
    note: string;
    /** Who changed the status, if it was not the customer, a payment or the store itself. */
    actor: { kind: "staff" | "token" | "command" | "job"; name: string } | null;
  }[];
  payments: {
    id: string;
    provider: string;
    method: string;
    status: PaymentStatus;
    amount_minor: number;
    created_at: string;
    paid_at: string | null;
    attempts: {
      id: string;
      status: AttemptStatus;
      provider_ref: string | null;
      decline_reason: string | null;
      at: string;
    }[];
    refunds: {
      id: string;
      /** Null: no money is refunded. */
      attempt_id: string | null;
      status: "pending" | "succeeded" | "failed";
      amount_minor: number;
      /** What points and gift card get back of a refund without money; otherwise 0. */
      value_minor: number;
      reason: string;
      comment: string;
      /** The email of the member of staff or the name of the operator; null: the customer or the store itself. */
      created_by: string | null;
      /** Whether another refund repeats this one, which failed. */
      is_retried: boolean;
      /** How and when staff paid it outside of the provider; null if they did not. */
      paid_outside_note: string | null;
      created_at: string;
      ended_at: string | null;
    }[];
  }[];
  emails: { id: number; template: string; queued_at: string; sent_at: string | null; last_error: string | null }[];
};

/**
 * The columns of `StaffOrderParts` of an order, aliased as o. Emails are deleted after a year and then missing; they are
 * found by the deduplication keys with which the modules queue them.
 */
export const orderPartColumns = sql`
      coalesce((select jsonb_agg(jsonb_build_object('line', l.line, 'product_id', l.product_id,
          'option_id', l.option_id, 'reference', l.reference, 'name', l.name,
          'option_name', l.option_name, 'qty', l.qty, 'price_minor', l.price_minor, 'discount_minor', l.discount_minor,
          'total_minor', l.total_minor, 'weight_g', l.weight_g, 'is_gift', l.is_gift,
          'customs_name_en', p.customs_name_en, 'hs_code', p.hs_code) order by l.line)
        from order_lines l join products p on p.id = l.product_id
        where l.order_id = o.id and l.removed_by_edit is null), '[]') as lines,
      coalesce((select jsonb_agg(jsonb_build_object('recipient_name', b.recipient_name, 'price_minor', b.price_minor,
          'sent_at', b.sent_at) order by b.line)
        from order_gift_cards b where b.order_id = o.id), '[]') as certificates,
      coalesce((select floor(sum(e.delta_minor) filter (where e.delta_minor > 0) * o.gift_card_minor
          / nullif(-sum(e.delta_minor) filter (where e.delta_minor < 0), 0))
        from gift_card_entries e where e.order_id = o.id), 0)::bigint as gift_card_returned_minor,
      coalesce((select floor(sum(e.delta) filter (where e.kind = 'returned')::numeric * o.loyalty_minor
          / nullif(-sum(e.delta) filter (where e.kind = 'spent'), 0))
        from loyalty_entries e where e.order_id = o.id), 0)::bigint as loyalty_returned_minor,
      coalesce((select jsonb_agg(jsonb_build_object('at', h.created_at, 'status', h.status, 'cause', h.cause, 'note', h.note,
          'actor', case when h.actor_kind is not null
            then jsonb_build_object('kind', h.actor_kind, 'name', coalesce(case when h.actor_kind = 'staff'
              then (select s.name from staff s where s.email = h.actor_label order by s.id desc limit 1) end,
              h.actor_label)) end) order by h.id)
        from order_history h where h.order_id = o.id), '[]') as history,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'provider', p.provider, 'method', p.method,
          'status', p.status, 'amount_minor', p.amount_minor, 'created_at', p.created_at, 'paid_at', p.paid_at,
          'attempts', coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'status', a.status,
              'provider_ref', a.provider_ref, 'decline_reason', a.decline_reason, 'at', a.created_at)
              order by a.created_at, a.id)
            from payment_attempts a where a.payment_id = p.id), '[]'),
          'refunds', coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'attempt_id', r.attempt_id,
              'status', r.status, 'amount_minor', r.amount_minor, 'value_minor', r.value_minor, 'reason', r.reason, 'comment', r.comment,
              'created_by', coalesce((select s.name from staff s where s.id = r.created_by), r.created_by_label),
              'is_retried', exists (select from refunds n where n.retry_of = r.id), 'paid_outside_note', r.paid_outside_note,
              'created_at', r.created_at, 'ended_at', r.ended_at)
              order by r.created_at, r.id)
            from refunds r where r.payment_id = p.id), '[]')) order by p.created_at, p.id)
        from payments p where p.order_id = o.id), '[]') as payments,
      coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'template', e.template, 'queued_at', e.queued_at,
          'sent_at', e.sent_at, 'last_error', e.last_error) order by e.id)
        from emails e where e.dedup_key = any(array(
          select 'order:' || o.id || ':' || event from unnest(${emailEvents}::text[]) event
          union all select 'payment:failed:' || p.id from payments p where p.order_id = o.id
          union all select 'payment:refunded:' || r.id from refunds r join payments p on p.id = r.payment_id
            where p.order_id = o.id
          union all select 'order_note:' || n.id from order_notes n where n.order_id = o.id
          union all select 'order_edit:' || e.id || ':' || event from order_edits e, unnest(array['requested', 'applied']) event
            where e.order_id = o.id
          union all select 'joined_order:' || j.id || ':' || event from joined_orders j, unnest(array['joined', 'separated']) event
            where j.order_id = o.id or j.main_order_id = o.id
          union all select 'parcel:' || s.id || ':' || notice from shipments s,
            unnest(array['ready_for_pickup', 'customs_problem', 'storage_ends']) notice where s.order_id = o.id
          union all select 'gift_card:' || b.gift_card_id from order_gift_cards b where b.order_id = o.id))),
        '[]') as emails`;

/** Loads lines, gift cards, history, payments and emails of orders, in no particular order. */
export async function listOrderParts(db: Db, ids: readonly number[]): Promise<StaffOrderParts[]> {
  const { rows } = await sql<StaffOrderParts>`
    select o.id, ${orderPartColumns}
    from orders o where o.id = any(${ids})`.execute(db);
  return rows;
}

/** Returns the ids of all shipping methods by their codes. */
export async function listShippingMethodIds(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom("shipping_methods").select(["code", "id"]).execute();
  return new Map(rows.map(({ code, id }) => [code, id]));
}

/** Lists the codes of all shipping methods in display order. */
export async function listShippingMethodCodes(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("shipping_methods").select("code").orderBy("position").execute();
  return rows.map(({ code }) => code);
}
