import { type RawBuilder, sql } from "kysely";
import type { MediaRow } from "../../content/images.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { PurchaseOrderListQuery, PurchaseOrderStatus, PurchaseOrderView } from "./admin-schema.ts";

export type PurchaseOrderListRow = {
  id: number;
  supplier_id: number;
  supplier_name: string;
  status: PurchaseOrderStatus;
  currency: string;
  minor_digits: number;
  delivery_minor: number;
  tax_percent: number;
  created_at: Date;
  ordered_at: Date | null;
  expected_on: string | null;
  lines: number;
  quantity: number;
  received: number;
  goods_minor: number;
};

const openStatuses = sql`o.status in ('draft', 'ordered', 'partly_received')`;

function buildViewCondition(view: PurchaseOrderView): RawBuilder<unknown> {
  if (view === "all") return sql`true`;
  return view === "open" ? openStatuses : sql`o.status = ${view}`;
}

type PurchaseOrderFilter = Omit<PurchaseOrderListQuery, "after" | "limit">;

function buildConditions({ view, supplier, q }: PurchaseOrderFilter): RawBuilder<unknown>[] {
  return [
    buildViewCondition(view),
    ...(supplier === undefined ? [] : [sql`o.supplier_id = ${supplier}`]),
    ...(q === undefined ? [] : [buildSearchCondition(q)]),
  ];
}

/** Counts the orders from suppliers of a list. */
export async function countListedPurchaseOrders(db: Db, filter: PurchaseOrderFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from purchase_orders o
    where ${sql.join(buildConditions(filter), sql` and `)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Lists orders from suppliers, newest first. @returns at most `limit` + 1 rows; the additional one shows that there are more */
export async function listPurchaseOrders(
  db: Db,
  { after, limit, ...filter }: PurchaseOrderListQuery,
): Promise<PurchaseOrderListRow[]> {
  const conditions = [...buildConditions(filter), ...(after === undefined ? [] : [sql`o.id < ${after}`])];
  const { rows } = await sql<PurchaseOrderListRow>`
    select o.id, o.supplier_id, s.name as supplier_name, o.status, o.currency, c.minor_digits, o.delivery_minor,
      o.tax_percent::float8 as tax_percent, o.created_at, o.ordered_at, o.expected_on::text as expected_on, l.lines,
      l.quantity, l.received, l.goods_minor
    from (
      select * from purchase_orders o where ${sql.join(conditions, sql` and `)} order by o.id desc limit ${limit + 1}
    ) o
    join suppliers s on s.id = o.supplier_id join currencies c on c.code = o.currency
    join lateral (
      select count(*)::integer as lines, coalesce(sum(quantity), 0)::integer as quantity,
        coalesce(sum(received), 0)::integer as received,
        coalesce(sum(quantity * unit_cost_minor), 0)::bigint as goods_minor
      from purchase_order_lines where purchase_order_id = o.id
    ) l on true
    order by o.id desc`.execute(db);
  return rows;
}

/** Matches orders by their number, such as `PO-0118`, or by the reference or barcode of a product. */
function buildSearchCondition(text: string): RawBuilder<unknown> {
  const code = text.replaceAll(/\s/g, "");
  const number = /^(?:po-?)?0*(\d{1,9})$/i.exec(code)?.[1] ?? null;
  return sql`(o.id = ${number === null ? null : Number(number)} or o.id in (
    select l.purchase_order_id from purchase_order_lines l join products p on p.id = l.product_id
    where normalize_product_code(p.reference) = normalize_product_code(${code}) or p.barcode = ${code}))`;
}

/** Counts the orders from suppliers by status. */
export async function countPurchaseOrders(db: Db): Promise<{ status: PurchaseOrderStatus; count: number }[]> {
  const { rows } = await sql<{ status: PurchaseOrderStatus; count: number }>`
    select status, count(*)::integer as count from purchase_orders group by status`.execute(db);
  return rows;
}

export type PurchaseOrderDetailRow = Omit<PurchaseOrderListRow, "lines" | "quantity" | "received"> & {
  note: string;
  closed_at: Date | null;
  created_by_name: string | null;
  supplier_email: string;
  supplier_contact: string;
  supplier_lead_days: number;
  supplier_note: string;
};

/** Returns an order from a supplier without its lines. */
export async function findPurchaseOrder(db: Db, id: number): Promise<PurchaseOrderDetailRow | undefined> {
  const { rows } = await sql<PurchaseOrderDetailRow>`
    select o.id, o.supplier_id, s.name as supplier_name, s.email as supplier_email, s.contact as supplier_contact,
      s.lead_days as supplier_lead_days, s.note as supplier_note, o.status, o.currency, c.minor_digits, o.delivery_minor,
      o.tax_percent::float8 as tax_percent, o.created_at, o.ordered_at, o.closed_at, o.expected_on::text as expected_on,
      o.note, staff.name as created_by_name,
      (select coalesce(sum(quantity * unit_cost_minor), 0)::bigint from purchase_order_lines l
        where l.purchase_order_id = o.id) as goods_minor
    from purchase_orders o join suppliers s on s.id = o.supplier_id join currencies c on c.code = o.currency
      left join staff on staff.id = o.created_by
    where o.id = ${id}`.execute(db);
  return rows[0];
}

/** A cost in minor units of its currency. */
export type CostRow = { cost_minor: number; currency: string; minor_digits: number };

export type PurchasableVariantRow = {
  product_id: number;
  option_id: number;
  name: string;
  option_name: string;
  reference: string;
  barcode: string | null;
  image: MediaRow | null;
  available: number;
  /** In the last order that was sent to a supplier. */
  last_cost: CostRow | null;
};

/** Columns of a variant, aliased as v, and its product, aliased as p. */
const variantColumns = (locale: Locale) => {
  const name = locale === "ru-RU" ? sql`name_ru` : sql`name_en`;
  return sql`v.product_id, v.option_id, p.${name} as name, v.${name} as option_name, p.reference, p.barcode,
    v.stock as available,
    (select jsonb_build_object('key', m.key, 'width', m.width, 'height', m.height)
      from product_images i join media m on m.id = i.media_id where i.product_id = p.id and i.position = 0) as image`;
};

/** The cost of the variant v in the last order that was sent to a supplier, before the order with an id if it is given. */
const lastCost = (beforeOrder: RawBuilder<unknown> = sql`null`) => sql<CostRow | null>`(
  select jsonb_build_object('cost_minor', l.unit_cost_minor, 'currency', o.currency, 'minor_digits', c.minor_digits)
  from purchase_order_lines l join purchase_orders o on o.id = l.purchase_order_id join currencies c on c.code = o.currency
  where l.product_id = v.product_id and l.option_id = v.option_id and o.ordered_at is not null and o.status <> 'canceled'
    and (${beforeOrder}::integer is null or o.id < ${beforeOrder}::integer)
  order by o.id desc limit 1)`;

/** Variants that can be bought: of a product with options, those and not the product itself. */
const isPurchasable = sql`(not p.has_options or v.option_id <> 0)`;

/** Lists the variants of products, in the sequence of the products. */
export async function listVariantsOfProducts(
  db: Db,
  productIds: readonly number[],
  locale: Locale,
  limit: number,
): Promise<PurchasableVariantRow[]> {
  const { rows } = await sql<PurchasableVariantRow>`
    select ${variantColumns(locale)}, ${lastCost()} as last_cost
    from product_variants v join products p on p.id = v.product_id
    where ${isPurchasable} and p.id = any(${productIds}::integer[])
    order by array_position(${productIds}::integer[], p.id), v.position, v.option_id limit ${limit}`.execute(db);
  return rows;
}

/** Lists variants by their ids. Those that no longer exist are missing. */
export async function listVariants(
  db: Db,
  keys: readonly { product_id: number; option_id: number }[],
  locale: Locale,
): Promise<PurchasableVariantRow[]> {
  const { rows } = await sql<PurchasableVariantRow>`
    select ${variantColumns(locale)}, ${lastCost()} as last_cost
    from product_variants v join products p on p.id = v.product_id
    where (v.product_id, v.option_id) in (
      select * from unnest(${keys.map(({ product_id }) => product_id)}::integer[],
        ${keys.map(({ option_id }) => option_id)}::integer[]))
    order by p.reference, v.position`.execute(db);
  return rows;
}

export type PurchaseOrderLineDetailRow = Omit<PurchasableVariantRow, "last_cost"> & {
  line: number;
  quantity: number;
  received: number;
  damaged: number;
  unit_cost_minor: number;
  previous_cost: CostRow | null;
  waiting_customers: number;
};

/** Lists the lines of an order from a supplier with their variants. */
export async function listLineDetails(db: Db, id: number, locale: Locale): Promise<PurchaseOrderLineDetailRow[]> {
  const { rows } = await sql<PurchaseOrderLineDetailRow>`
    select l.line, l.quantity, l.received, l.damaged, l.unit_cost_minor, l.product_id, l.option_id,
      coalesce(v.name, '') as name, coalesce(v.option_name, '') as option_name, coalesce(v.reference, '') as reference,
      v.barcode, v.image, coalesce(v.available, 0) as available, v.previous_cost,
      (select count(*)::integer from product_alerts a where a.product_id = l.product_id and a.option_id = l.option_id
        and a.kind = 'back_in_stock' and a.sent_at is null) as waiting_customers
    from purchase_order_lines l left join lateral (
      select ${variantColumns(locale)}, ${lastCost(sql`${id}`)} as previous_cost
      from product_variants v join products p on p.id = v.product_id
      where v.product_id = l.product_id and v.option_id = l.option_id
    ) v on true
    where l.purchase_order_id = ${id} order by l.line`.execute(db);
  return rows;
}

export type PurchaseOrderEventRow = {
  id: number;
  at: Date;
  action: string;
  actor: string | null;
  reason: string;
  pieces: number | null;
};

/** Lists what has happened to an order from a supplier, newest first: its entries in the audit log. */
export async function listEvents(db: Db, id: number): Promise<PurchaseOrderEventRow[]> {
  const { rows } = await sql<PurchaseOrderEventRow>`
    select e.id, e.at, e.action, coalesce(s.name, e.actor_label) as actor, e.reason,
      (select (change ->> 'to')::integer - (change ->> 'from')::integer from jsonb_array_elements(e.changes) change
        where change ->> 'field' = 'received') as pieces
    from audit_entries e left join staff s on e.actor_kind = 'staff' and s.id = e.actor_id
    where e.subject_kind = 'purchase_order' and e.subject_id = ${String(id)}
    order by e.at desc, e.id desc limit 200`.execute(db);
  return rows;
}
