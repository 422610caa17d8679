import { sql } from "kysely";
import type { MediaRow } from "../content/images.ts";
import type { Sides } from "../delivery/box.ts";
import type { OrderChanges } from "../orders/order-changes.ts";
import type { Db, Tx } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { OrderEditStatus } from "./admin-schema.ts";

/** A variant as it is sold now; prices in kopecks, weight in grams, sizes in millimeters. */
export type VariantRow = {
  product_id: number;
  option_id: number;
  reference: string;
  name: string;
  option_name: string;
  brand: string;
  hazard: string;
  hs_code: string;
  price_minor: number;
  old_price_minor: number | null;
  reference_price_minor: number | null;
  sale_ends_at: Date | null;
  stock: number;
  /** The most pieces in one order; null if the product has no limit of its own. */
  own_qty_limit: number | null;
  weight_g: number;
  size_mm: Sides | null;
  /** Whether the product is sold, and with this option. */
  is_sold: boolean;
  image: MediaRow | null;
};

type VariantKey = Readonly<{ product_id: number; option_id: number }>;

const variantColumns = (locale: Locale) => sql`
  p.id as product_id, v.option_id, p.reference, ${sql.ref(locale === "ru-RU" ? "p.name_ru" : "p.name_en")} as name,
  coalesce(${sql.ref(locale === "ru-RU" ? "v.name_ru" : "v.name_en")}, '') as option_name, b.name as brand,
  p.hazard::text as hazard, p.hs_code, v.price_minor, v.old_price_minor, v.reference_price_minor, v.sale_ends_at, v.stock,
  p.own_qty_limit,
  coalesce(v.weight_g, p.weight_g) as weight_g, coalesce(v.size_mm, p.size_mm) as size_mm,
  p.status = 'active' and (not p.has_options or v.option_id <> 0) as is_sold,
  (select jsonb_build_object('key', m.key, 'width', m.width, 'height', m.height)
    from product_images i join media m on m.id = i.media_id where i.product_id = p.id
    order by (i.option_id = v.option_id) desc nulls last, i.position limit 1) as image`;
const variantTables = sql`product_variants v join products p on p.id = v.product_id join brands b on b.id = p.brand_id`;

/** Lists variants by their ids. Those that no longer exist are missing. */
export async function listVariants(db: Db, keys: readonly VariantKey[], locale: Locale): Promise<VariantRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<VariantRow>`
    select ${variantColumns(locale)} from ${variantTables}
    where (v.product_id, v.option_id) in (
      select * from unnest(${keys.map((key) => key.product_id)}::integer[], ${keys.map((key) => key.option_id)}::integer[]))`.execute(
    db,
  );
  return rows;
}

/** Finds variants that are sold by reference, barcode or a part of the name; whole references come first. */
export async function searchVariants(db: Db, q: string, locale: Locale, limit: number): Promise<VariantRow[]> {
  const pattern = q.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const { rows } = await sql<VariantRow>`
    select ${variantColumns(locale)} from ${variantTables}
    where p.status = 'active' and (not p.has_options or v.option_id <> 0)
      and (p.reference ilike ${`${pattern}%`} or p.barcode = ${q} or p.name_ru ilike ${`%${pattern}%`}
        or p.name_en ilike ${`%${pattern}%`})
    order by lower(p.reference) = lower(${q}) desc, v.stock > 0 desc, p.units_sold desc, p.id, v.position
    limit ${limit}`.execute(db);
  return rows;
}

export type OrderEditRow = {
  id: number;
  order_id: number;
  status: OrderEditStatus;
  changes: OrderChanges;
  payment_id: string | null;
};

/** Inserts an edit. A unique index prevents a second open one of its order. @returns its id */
export async function insertEdit(
  tx: Tx,
  edit: {
    order_id: number;
    status: OrderEditStatus;
    changes: OrderChanges;
    difference_minor: number;
    payment_id: string | null;
    refund_id: string | null;
    reason: string;
    created_by: number | null;
    by_customer: boolean;
    created_at: Date;
    expires_at: Date | null;
    ended_at: Date | null;
  },
): Promise<number> {
  const { id } = await tx
    .insertInto("order_edits")
    .values({ ...edit, changes: JSON.stringify(edit.changes) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Finds the open edit of an order, whose row must be locked. */
export async function findOpenEdit(tx: Tx, orderId: number): Promise<OrderEditRow | undefined> {
  const row = await tx
    .selectFrom("order_edits")
    .select(["id", "order_id", "status", "changes", "payment_id"])
    .where("order_id", "=", orderId)
    .where("status", "=", "awaiting_payment")
    .executeTakeFirst();
  return row as unknown as OrderEditRow | undefined;
}

/** Finds an edit by its id. */
export async function findEdit(db: Db, id: number): Promise<OrderEditRow | undefined> {
  const row = await db
    .selectFrom("order_edits")
    .select(["id", "order_id", "status", "changes", "payment_id"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row as unknown as OrderEditRow | undefined;
}

/** Ends an open edit. The row of its order must be locked. */
export async function endEdit(
  tx: Tx,
  id: number,
  end: { status: Exclude<OrderEditStatus, "awaiting_payment">; ended_at: Date },
): Promise<void> {
  await tx.updateTable("order_edits").set(end).where("id", "=", id).where("status", "=", "awaiting_payment").execute();
}

/** Lists the orders whose open edit was not paid in time, oldest first. */
export async function listExpiredEdits(db: Db, now: Date, limit: number): Promise<{ order_id: number }[]> {
  return db
    .selectFrom("order_edits")
    .select("order_id")
    .where("status", "=", "awaiting_payment")
    .where("expires_at", "<=", now)
    .orderBy("expires_at")
    .limit(limit)
    .execute();
}

export type ListedEdit = {
  id: number;
  status: OrderEditStatus;
  changes: OrderChanges;
  difference_minor: number;
  reason: string;
  created_by: { id: number; name: string } | null;
  by_customer: boolean;
  created_at: string;
  expires_at: string | null;
  ended_at: string | null;
};

/** Lists the edits of an order, newest first, with its currency; undefined if there is no such order. */
export async function listEdits(
  db: Db,
  orderId: number,
): Promise<{ currency: string; minor_digits: number; edits: ListedEdit[] } | undefined> {
  const { rows } = await sql<{ currency: string; minor_digits: number; edits: ListedEdit[] }>`
    select o.currency, m.minor_digits, coalesce((
      select jsonb_agg(jsonb_build_object('id', e.id, 'status', e.status, 'changes', e.changes,
        'difference_minor', e.difference_minor, 'reason', e.reason, 'by_customer', e.by_customer, 'created_at', e.created_at,
        'expires_at', e.expires_at, 'ended_at', e.ended_at,
        'created_by', case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end)
        order by e.id desc)
      from order_edits e left join staff s on s.id = e.created_by where e.order_id = o.id), '[]') as edits
    from orders o join currencies m on m.code = o.currency where o.id = ${orderId}`.execute(db);
  return rows[0];
}

/** An edit with the customer to notify about it; amounts in minor units of the order's currency. */
export type NotifiedEdit = {
  id: number;
  order_id: number;
  status: OrderEditStatus;
  difference_minor: number;
  payment_id: string | null;
  expires_at: Date | null;
  customer_id: number;
  email: string;
  locale: Locale;
  sign: string;
  minor_digits: number;
  rounding_digits: number;
  duty_minor: number | null;
};

/** Finds an edit with the customer to notify; undefined if their account is deleted. */
export async function findNotifiedEdit(db: Db, id: number): Promise<NotifiedEdit | undefined> {
  const { rows } = await sql<NotifiedEdit>`
    select e.id, e.order_id, e.status, e.difference_minor, e.payment_id, e.expires_at, o.customer_id, c.email, o.locale,
      m.sign, m.minor_digits, m.rounding_digits, (e.changes ->> 'duty_minor')::bigint as duty_minor
    from order_edits e join orders o on o.id = e.order_id join customers c on c.id = o.customer_id
    join currencies m on m.code = o.currency
    where e.id = ${id} and c.deleted_at is null`.execute(db);
  return rows[0];
}
