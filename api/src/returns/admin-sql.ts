import { type RawBuilder, sql } from "kysely";
import type { MediaRow } from "../content/images.ts";
import type { OrderStatus } from "../orders/schema.ts";
import type { Db } from "../platform/db/database.ts";
import {
  type GoodsCondition,
  MAX_EXACT_COUNT,
  type ReturnKind,
  type ReturnOutcome,
  type ReturnReason,
  type ReturnStatus,
  type ReturnView,
  returnViews,
} from "./admin-schema.ts";
import type { RequestedOutcome } from "./schema.ts";
import { returnEmailEvents } from "./notify-customer.ts";
import { isOffered } from "../catalog/products/stock.ts";

/** The filter of the list; all given conditions must hold. */
export type ReturnFilter = Readonly<{
  view: ReturnView;
  kind?: ReturnKind | undefined;
  reason?: ReturnReason | undefined;
  orderId?: number | undefined;
}>;

/** A place in the list: when a return was requested, in microseconds, and its number. */
export type ReturnCursor = Readonly<{ micros: number; id: number }>;

/** A return in the list; amounts in minor units of the currency of its order. */
export type ReturnListRow = {
  id: number;
  order_id: number;
  kind: ReturnKind;
  status: ReturnStatus;
  reason: ReturnReason;
  outcome: ReturnOutcome | null;
  requested_at: Date;
  requested_micros: number;
  changed_at: Date;
  customer_name: string;
  product: string;
  lines: number;
  pieces: number;
  value_minor: number;
  currency: string;
  minor_digits: number;
  replacement_order_id: number | null;
};

/** What the customer paid for pieces (l) of an order line (ol) after the promo code, rounded to minor units. */
const lineValue = sql`round((ol.total_minor - ol.discount_minor) * l.quantity::numeric / ol.qty)::bigint`;
const changedAt = sql`coalesce(r.closed_at, r.received_at, r.approved_at, r.requested_at)`;

/** The condition of a view, with returns aliased as r (docs/domain/returns.md). */
const viewConditions: Readonly<Record<ReturnView, RawBuilder<unknown>>> = {
  requested: sql`r.status = 'requested'`,
  awaiting_parcel: sql`r.status = 'approved' and r.kind <> 'claim'`,
  to_resolve: sql`(r.status = 'received' or (r.status = 'approved' and r.kind = 'claim'))`,
  resolved: sql`r.status = 'resolved'`,
  rejected: sql`r.status = 'rejected'`,
  all: sql`true`,
};

function buildConditions({ view, kind, reason, orderId }: ReturnFilter): RawBuilder<unknown>[] {
  const conditions = [viewConditions[view]];
  if (kind) conditions.push(sql`r.kind = ${kind}`);
  if (reason) conditions.push(sql`r.reason = ${reason}`);
  if (orderId !== undefined) conditions.push(sql`(r.order_id = ${orderId} or r.replacement_order_id = ${orderId})`);
  return conditions;
}

/**
 * Lists returns by the time at which they were requested.
 * @returns at most `limit` + 1 rows; the additional one shows that there are more.
 */
export async function listReturns(
  db: Db,
  filter: ReturnFilter,
  { isAscending, after, limit }: { isAscending: boolean; after?: ReturnCursor | undefined; limit: number },
): Promise<ReturnListRow[]> {
  const conditions = buildConditions(filter);
  const [comparison, direction] = isAscending ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  if (after)
    conditions.push(
      sql`(r.requested_at, r.id) ${comparison}
        (timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.id})`,
    );
  const { rows } = await sql<ReturnListRow>`
    select r.id, r.order_id, r.kind, r.status, r.reason, r.outcome, r.requested_at, ${changedAt} as changed_at,
      (extract(epoch from r.requested_at) * 1000000)::bigint as requested_micros, r.replacement_order_id,
      case when c.deleted_at is null then concat_ws(' ', c.name, c.surname) else '' end as customer_name,
      lines.product, lines.lines, lines.pieces, lines.value_minor, o.currency, m.minor_digits
    from (
      select r.* from returns r where ${sql.join(conditions, sql` and `)}
      order by r.requested_at ${direction}, r.id ${direction} limit ${limit + 1}
    ) r
    join orders o on o.id = r.order_id
    join customers c on c.id = o.customer_id
    join currencies m on m.code = o.currency
    join lateral (
      select (array_agg(ol.name order by l.order_line))[1] as product, count(*) as lines,
        sum(l.quantity)::integer as pieces, sum(${lineValue})::bigint as value_minor
      from return_lines l join order_lines ol on ol.order_id = l.order_id and ol.line = l.order_line
      where l.return_id = r.id
    ) lines on true
    order by r.requested_at ${direction}, r.id ${direction}`.execute(db);
  return rows;
}

/** Counts the returns that match a filter, by default up to `MAX_EXACT_COUNT` + 1. @param options.max null for all */
export async function countReturns(
  db: Db,
  filter: ReturnFilter,
  { max = MAX_EXACT_COUNT + 1 }: { max?: number | null } = {},
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from returns r where ${sql.join(buildConditions(filter), sql` and `)} limit ${max}::bigint
    ) r`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts the returns of lists, up to `MAX_EXACT_COUNT` + 1 each, in one statement. */
export async function countReturnsOfLists(
  db: Db,
  lists: readonly { id: number; filter: ReturnFilter }[],
): Promise<{ id: number; count: number }[]> {
  const counts = lists.map(
    ({ id, filter }) => sql`select ${id}::integer as id, (select count(*) from (
      select from returns r where ${sql.join(buildConditions(filter), sql` and `)} limit ${MAX_EXACT_COUNT + 1}
    ) r) as count`,
  );
  const { rows } = await sql<{ id: number; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return rows;
}

/** Counts the returns of each view, up to `MAX_EXACT_COUNT` + 1 each, in one statement. */
export async function countReturnsByView(db: Db): Promise<{ key: ReturnView; count: number }[]> {
  const counts = returnViews.map(
    (view) => sql`select ${view}::text as key, (select count(*) from (
      select from returns r where ${viewConditions[view]} limit ${MAX_EXACT_COUNT + 1}) r) as count`,
  );
  const { rows } = await sql<{ key: ReturnView; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return rows;
}

/** The options of the product of an order line (ol) in the language of the reader, as JSON. */
const selectOptions = (isRussian: boolean) => sql`
  coalesce((select jsonb_agg(jsonb_build_object('id', v.option_id,
      'name', ${isRussian ? sql`v.name_ru` : sql`v.name_en`}, 'stock', v.stock) order by v.position, v.option_id)
    from product_variants v where v.product_id = ol.product_id and v.option_id > 0
      and (${isOffered("v")} or v.option_id = ol.option_id)), '[]')`;

type OptionRow = { id: number; name: string; stock: number };

/** A return with all that its page shows. Amounts in minor units of the order's currency; timestamps in parts ISO 8601. */
export type ReturnDetailRow = Omit<
  ReturnListRow,
  "requested_micros" | "changed_at" | "product" | "lines" | "pieces" | "customer_name"
> & {
  comment: string;
  instructions: string;
  decision_reason: string;
  requested_outcome: RequestedOutcome | null;
  photos: string[];
  approved_at: Date | null;
  received_at: Date | null;
  closed_at: Date | null;
  order_status: OrderStatus;
  order_locale: string;
  delivered_at: Date | null;
  shipping_code: string | null;
  shipping_name: string;
  country: string | null;
  city: string | null;
  replaces_order_id: number | null;
  customer_name: string;
  customer_email: string;
  is_customer_deleted: boolean;
  returns: number;
  replacement_status: OrderStatus | null;
  lines: {
    line: number;
    product_id: number;
    option_id: number;
    reference: string;
    name: string;
    option_name: string;
    image: MediaRow | null;
    is_gift: boolean;
    ordered_quantity: number;
    quantity: number;
    received_quantity: number | null;
    condition: GoodsCondition | null;
    restocked_quantity: number | null;
    value_minor: number;
    replacement_option_id: number | null;
    options: OptionRow[];
    stock: number;
  }[];
  refunds: {
    id: string;
    status: "pending" | "succeeded" | "failed";
    /** Also what points and gift card get back without money. */
    amount_minor: number;
    is_money: boolean;
    created_at: string;
  }[];
  emails: { template: string; queued_at: string; sent_at: string | null; last_error: string | null }[];
  history: {
    at: string;
    action: string;
    actor_kind: "staff" | "token" | "command" | "job";
    actor_name: string;
    reason: string;
  }[];
};

const MAX_AUDIT_ENTRIES = 100;

/** Finds a return with all that its page shows, in one statement; undefined if there is none. */
export async function findReturnDetail(
  db: Db,
  id: number,
  { isRussian }: { isRussian: boolean },
): Promise<ReturnDetailRow | undefined> {
  const { rows } = await sql<ReturnDetailRow>`
    select r.id, r.order_id, r.kind, r.status, r.reason, r.outcome, r.comment, r.instructions, r.decision_reason,
      r.requested_outcome, array(select p.id from return_photos p where p.return_id = r.id order by p.position) as photos,
      r.requested_at, r.approved_at, r.received_at, r.closed_at, r.replacement_order_id,
      o.status as order_status, o.locale as order_locale, o.delivered_at, method.code as shipping_code,
      o.shipping_name, o.replaces_order_id,
      o.address ->> 'country' as country, o.address ->> 'city' as city, o.currency, m.minor_digits,
      concat_ws(' ', c.name, c.surname) as customer_name, c.email as customer_email,
      c.deleted_at is not null as is_customer_deleted,
      (select count(*) from returns one join orders on orders.id = one.order_id
        where orders.customer_id = o.customer_id) as returns,
      (select one.status from orders one where one.id = r.replacement_order_id) as replacement_status,
      (select sum(${lineValue})::bigint from return_lines l
        join order_lines ol on ol.order_id = l.order_id and ol.line = l.order_line
        where l.return_id = r.id) as value_minor,
      ${selectReturnLines(isRussian)} as lines,
      coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'status', f.status, 'is_money', f.amount_minor > 0,
          'amount_minor', greatest(f.amount_minor, f.value_minor), 'created_at', f.created_at) order by f.created_at, f.id)
        from return_refunds rr join refunds f on f.id = rr.refund_id where rr.return_id = r.id), '[]') as refunds,
      coalesce((select jsonb_agg(jsonb_build_object('template', e.template, 'queued_at', e.queued_at,
          'sent_at', e.sent_at, 'last_error', e.last_error) order by e.id)
        from emails e where e.dedup_key = any(array(
          select 'return:' || r.id || ':' || event from unnest(${returnEmailEvents}::text[]) event))), '[]') as emails,
      coalesce((select jsonb_agg(to_jsonb(entry)) from (
        select e.at, e.action, e.actor_kind, coalesce(s.name, e.actor_label) as actor_name, e.reason
        from audit_entries e left join staff s on e.actor_kind = 'staff' and s.id = e.actor_id
        where e.subject_kind = 'return' and e.subject_id = r.id::text
        order by e.at desc, e.id desc limit ${MAX_AUDIT_ENTRIES}) entry), '[]') as history
    from returns r join orders o on o.id = r.order_id join customers c on c.id = o.customer_id
    join currencies m on m.code = o.currency left join shipping_methods method on method.id = o.shipping_method_id
    where r.id = ${id}`.execute(db);
  return rows[0];
}

function selectReturnLines(isRussian: boolean): RawBuilder<unknown> {
  return sql`
    coalesce((select jsonb_agg(jsonb_build_object('line', l.order_line, 'product_id', ol.product_id,
        'option_id', ol.option_id, 'reference', ol.reference, 'name', ol.name, 'option_name', ol.option_name,
        'is_gift', ol.is_gift, 'ordered_quantity', ol.qty, 'quantity', l.quantity,
        'received_quantity', l.received_quantity, 'condition', l.condition,
        'restocked_quantity', l.restocked_quantity, 'value_minor', ${lineValue},
        'replacement_option_id', l.replacement_option_id, 'options', ${selectOptions(isRussian)},
        'stock', coalesce((select v.stock from product_variants v
          where v.product_id = ol.product_id and v.option_id = ol.option_id), 0),
        'image', (select jsonb_build_object('key', media.key, 'width', media.width, 'height', media.height)
          from product_images i join media on media.id = i.media_id where i.product_id = ol.product_id
          order by (i.option_id = ol.option_id) desc nulls last, i.position limit 1)) order by l.order_line)
      from return_lines l join order_lines ol on ol.order_id = l.order_id and ol.line = l.order_line
      where l.return_id = r.id), '[]')`;
}

/** The returns of an order, and the pieces of its lines that are in none. */
export type OrderReturnsRow = {
  status: OrderStatus;
  replaces_order_id: number | null;
  delivered_at: Date | null;
  returns: {
    id: number;
    kind: ReturnKind;
    status: ReturnStatus;
    reason: ReturnReason;
    outcome: ReturnOutcome | null;
    requested_at: string;
    pieces: number;
    replacement_order_id: number | null;
  }[];
  lines: { line: number; available: number; options: OptionRow[] }[];
};

/** Finds the returns of an order in one statement; undefined if there is no such order. */
export async function findOrderReturns(
  db: Db,
  orderId: number,
  { isRussian }: { isRussian: boolean },
): Promise<OrderReturnsRow | undefined> {
  const { rows } = await sql<OrderReturnsRow>`
    select o.status, o.replaces_order_id, o.delivered_at,
      coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'kind', r.kind, 'status', r.status, 'reason', r.reason,
          'outcome', r.outcome, 'requested_at', r.requested_at, 'replacement_order_id', r.replacement_order_id,
          'pieces', (select sum(l.quantity) from return_lines l where l.return_id = r.id)) order by r.id desc)
        from returns r where r.order_id = o.id), '[]') as returns,
      coalesce((select jsonb_agg(jsonb_build_object('line', ol.line, 'options', ${selectOptions(isRussian)},
          'available', ol.qty - coalesce((select sum(coalesce(l.received_quantity, l.quantity)) from return_lines l
            join returns r on r.id = l.return_id and r.status <> 'rejected'
            where l.order_id = ol.order_id and l.order_line = ol.line), 0)) order by ol.line)
        from order_lines ol where ol.order_id = o.id and ol.removed_by_edit is null), '[]') as lines
    from orders o where o.id = ${orderId}`.execute(db);
  return rows[0];
}
