import { type RawBuilder, sql } from "kysely";
import type { MediaRow } from "../../content/images.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { committedPieces } from "../committed-pieces.ts";
import type { StockCountListQuery, StockCountQuery, StockCountStatus } from "./admin-schema.ts";

const getNameColumn = (locale: Locale) => (locale === "ru-RU" ? sql`name_ru` : sql`name_en`);

export type StockCountRow = {
  id: number;
  name: string;
  status: StockCountStatus;
  is_blind: boolean;
  created_at: Date;
  created_by: string | null;
  closed_at: Date | null;
  lines: number;
  counted: number;
  differences: number;
};

const countColumns = sql`c.id, c.name, c.status, c.is_blind, c.created_at, c.closed_at, creator.name as created_by,
  totals.lines, totals.counted, totals.differences`;
const lineTotals = sql`(
  select count(*)::integer as lines, count(l.counted)::integer as counted,
    (count(*) filter (where l.counted <> l.expected))::integer as differences,
    coalesce(sum(l.expected - l.counted) filter (where l.counted < l.expected), 0)::integer as missing_pieces,
    coalesce(sum(l.counted - l.expected) filter (where l.counted > l.expected), 0)::integer as extra_pieces
  from stock_count_lines l where l.count_id = c.id) totals`;

/** Whether those who count do not see how many pieces are expected: of a blind count until it is closed. */
export function isExpectedHidden({ is_blind, status }: Pick<StockCountRow, "is_blind" | "status">): boolean {
  return is_blind && status !== "closed";
}

/** Counts the counts of a list. */
export async function countStockCounts(db: Db, { status }: Pick<StockCountListQuery, "status">): Promise<number> {
  const { count } = await db
    .selectFrom("stock_counts")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .$if(status !== undefined, (query) => query.where("status", "=", status ?? ""))
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists counts, newest first. @returns at most `limit` + 1 rows; the additional one shows that there are more */
export async function listStockCounts(db: Db, { status, after, limit }: StockCountListQuery): Promise<StockCountRow[]> {
  const conditions = [
    sql`true`,
    ...(status === undefined ? [] : [sql`c.status = ${status}`]),
    ...(after === undefined ? [] : [sql`c.id < ${after}`]),
  ];
  const { rows } = await sql<StockCountRow>`
    select ${countColumns}
    from (select * from stock_counts c where ${sql.join(conditions, sql` and `)} order by c.id desc limit ${limit + 1}) c
    cross join lateral ${lineTotals} left join staff creator on creator.id = c.created_by
    order by c.id desc`.execute(db);
  return rows;
}

type Term = { id: number; name: string };
export type StockCountDetailRow = StockCountRow & {
  closed_by: string | null;
  category: Term | null;
  brand: Term | null;
  missing_pieces: number;
  extra_pieces: number;
  /** What the difference costs by currency, in minor units. */
  cost_differences: { currency: string; amount_minor: number; minor_digits: number }[];
};

/** Returns a count without its lines. */
export async function findStockCount(db: Db, id: number, locale: Locale): Promise<StockCountDetailRow | undefined> {
  const name = getNameColumn(locale);
  const { rows } = await sql<StockCountDetailRow>`
    select ${countColumns}, totals.missing_pieces, totals.extra_pieces, closer.name as closed_by,
      case when category.id is not null then jsonb_build_object('id', category.id, 'name', category.${name}) end as category,
      case when brand.id is not null then jsonb_build_object('id', brand.id, 'name', brand.name) end as brand,
      (select coalesce(jsonb_agg(cost), '[]') from (
        select costs.currency, sum((l.counted - l.expected) * costs.cost_minor)::bigint as amount_minor, money.minor_digits
        from stock_count_lines l join variant_costs costs using (product_id, option_id)
        join currencies money on money.code = costs.currency
        where l.count_id = c.id and l.counted <> l.expected group by costs.currency, money.minor_digits
        order by costs.currency) cost) as cost_differences
    from stock_counts c cross join lateral ${lineTotals}
    left join staff creator on creator.id = c.created_by left join staff closer on closer.id = c.closed_by
    left join categories category on category.id = c.category_id left join brands brand on brand.id = c.brand_id
    where c.id = ${id}`.execute(db);
  return rows[0];
}

export type StockCountLineRow = {
  product_id: number;
  option_id: number;
  name: string;
  option_name: string;
  reference: string;
  barcode: string | null;
  image: MediaRow | null;
  is_extra: boolean;
  counted: number | null;
  /** Null if the variant was deleted before it was counted. */
  expected: number | null;
  counted_by: string | null;
  counted_at: Date | null;
  /** How many lines the view has. */
  total: number;
};

const viewConditions: Record<StockCountQuery["show"], RawBuilder<unknown>> = {
  all: sql`true`,
  left: sql`l.counted is null`,
  differences: sql`l.counted <> l.expected`,
};

/** Lists a page of the lines of a count by the references of their products. */
export async function listStockCountLines(
  db: Db,
  id: number,
  { show, q, page, limit }: StockCountQuery,
  locale: Locale,
): Promise<StockCountLineRow[]> {
  const name = getNameColumn(locale);
  const condition = q === undefined ? sql`true` : buildSearchCondition(q);
  const { rows } = await sql<StockCountLineRow>`
    select l.product_id, l.option_id, l.is_extra, l.counted, l.counted_at, l.total, l.reference, l.barcode, l.name,
      coalesce(v.${name}, '') as option_name, s.name as counted_by,
      coalesce(l.expected, v.stock + ${committedPieces("v")}) as expected,
      (select jsonb_build_object('key', d.key, 'width', d.width, 'height', d.height)
        from product_images i join media d on d.id = i.media_id where i.product_id = l.product_id and i.position = 0) as image
    from (
      select l.*, p.reference, p.barcode, p.${name} as name, (count(*) over ())::integer as total
      from stock_count_lines l join products p on p.id = l.product_id
      where l.count_id = ${id} and ${viewConditions[show]} and ${condition}
      order by p.reference, l.product_id, l.option_id limit ${limit} offset ${(page - 1) * limit}
    ) l
    left join product_variants v on (v.product_id, v.option_id) = (l.product_id, l.option_id)
    left join staff s on s.id = l.counted_by
    order by l.reference, l.product_id, v.position, l.option_id`.execute(db);
  return rows;
}

function buildSearchCondition(text: string): RawBuilder<unknown> {
  const pattern = `%${text.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`;
  return sql`(p.name_ru ilike ${pattern} or p.name_en ilike ${pattern} or p.barcode = ${text}
    or normalize_product_code(p.reference) = normalize_product_code(${text}))`;
}
