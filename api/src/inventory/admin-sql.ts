import { type RawBuilder, sql } from "kysely";
import type { StockMovementKind } from "../catalog/admin-schema.ts";
import type { MediaRow } from "../content/images.ts";
import type { Db, Tx } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { StockMovementListQuery } from "./admin-schema.ts";
import { committedPieces } from "./committed-pieces.ts";

export type StockMovementRow = {
  id: number;
  at: Date;
  product_id: number;
  option_id: number;
  /** Null if the product was deleted, like the reference. */
  name: string | null;
  option_name: string;
  reference: string | null;
  kind: StockMovementKind;
  quantity: number;
  available_after: number;
  order_id: number | null;
  purchase_order_id: number | null;
  stock_count_id: number | null;
  reason: string;
  actor: string | null;
};

/**
 * Lists movements, newest first.
 * @param locale the language of the names of products
 * @returns at most `limit` + 1 rows; the additional one shows that there are more
 */
export async function listStockMovements(
  db: Db,
  { after, limit, ...filter }: StockMovementListQuery,
  locale: Locale,
): Promise<StockMovementRow[]> {
  const conditions = [...buildConditions(filter), ...(after === undefined ? [] : [sql`m.id < ${after}`])];
  const name = getNameColumn(locale);
  const { rows } = await sql<StockMovementRow>`
    select m.id, m.at, m.product_id, m.option_id, m.kind, m.quantity, m.stock_after as available_after, m.order_id,
      m.purchase_order_id, m.stock_count_id, m.reason, p.reference, p.${name} as name, coalesce(v.${name}, '') as option_name,
      case when m.actor_kind <> 'store' then coalesce(s.name, m.actor_label) end as actor
    from (
      select * from stock_movements m where ${sql.join(conditions, sql` and `)} order by m.id desc limit ${limit + 1}
    ) m
    left join products p on p.id = m.product_id
    left join product_variants v on (v.product_id, v.option_id) = (m.product_id, m.option_id)
    left join staff s on m.actor_kind in ('staff', 'command') and s.id = m.actor_id
    order by m.id desc`.execute(db);
  return rows;
}

type MovementFilter = Omit<StockMovementListQuery, "after" | "limit">;

function buildConditions({ product, option, kind, q }: MovementFilter): RawBuilder<unknown>[] {
  return [
    sql`true`,
    ...(product === undefined ? [] : [sql`m.product_id = ${product}`]),
    ...(option === undefined ? [] : [sql`m.option_id = ${option}`]),
    ...(kind === undefined ? [] : [sql`m.kind = ${kind}`]),
    ...(q === undefined ? [] : [buildSearchCondition(q)]),
  ];
}

/** Counts movements. */
export async function countStockMovements(db: Db, filter: MovementFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from stock_movements m
    where ${sql.join(buildConditions(filter), sql` and `)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Matches the movements of an order by its number, or of a product by its reference or barcode. */
function buildSearchCondition(text: string): RawBuilder<unknown> {
  const code = text.replaceAll(/\s/g, "");
  const orderId = /^\d{9}$/.test(code) ? Number(code) : null;
  return sql`(m.order_id = ${orderId} or m.product_id in (
    select id from products where normalize_product_code(reference) = normalize_product_code(${code}) or barcode = ${code}))`;
}

export type StockLevelRow = {
  product_id: number;
  option_id: number;
  name: string;
  option_name: string;
  reference: string;
  image: MediaRow | null;
  available: number;
  committed: number;
};

/** Lists how much there is of the variants of a product. @param locale the language of the names */
export async function listStockLevels(db: Db, productId: number, locale: Locale): Promise<StockLevelRow[]> {
  const name = getNameColumn(locale);
  const { rows } = await sql<StockLevelRow>`
    select v.product_id, v.option_id, p.${name} as name, v.${name} as option_name, p.reference, v.stock as available,
      ${committedPieces("v")} as committed,
      (select jsonb_build_object('key', d.key, 'width', d.width, 'height', d.height)
        from product_images i join media d on d.id = i.media_id where i.product_id = p.id and i.position = 0) as image
    from product_variants v join products p on p.id = v.product_id
    where v.product_id = ${productId} order by v.position, v.option_id`.execute(db);
  return rows;
}

function getNameColumn(locale: Locale): RawBuilder<unknown> {
  return locale === "ru-RU" ? sql`name_ru` : sql`name_en`;
}

/** A variant of a product; the option is 0 if it has none. */
type VariantKey = Readonly<{ product_id: number; option_id: number }>;

/** Locks a variant. @returns undefined if there is no such variant */
export async function lockStockLevel(
  tx: Tx,
  { product_id, option_id }: VariantKey,
): Promise<{ available: number; committed: number } | undefined> {
  // The movements are read after the lock was granted.
  const { rows: locked } = await sql`
    select from product_variants v where v.product_id = ${product_id} and v.option_id = ${option_id} for update`.execute(
    tx,
  );
  if (locked.length === 0) return undefined;
  const { rows } = await sql<{ available: number; committed: number }>`
    select v.stock as available, ${committedPieces("v")} as committed from product_variants v
    where v.product_id = ${product_id} and v.option_id = ${option_id}`.execute(tx);
  return rows[0];
}
