import { type RawBuilder, sql } from "kysely";
import type { ProductStatus, TranslatedField } from "../catalog/admin-schema.ts";
import type { MediaRow } from "../content/images.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { parseStaffSearch, selectStaffMatches } from "../search/staff-search.ts";
import { MAX_ITEMS } from "../tasks/admin-schema.ts";
import { selectPlannedTasks } from "../tasks/planned-tasks.ts";
import {
  type CatalogTerms,
  LOW_STOCK,
  MAX_EXACT_COUNT,
  type ProductListQuery,
  type ProductProblem,
  type ProductView,
  productViews,
} from "./admin-schema.ts";

/** The filter of the list; all given conditions must hold. */
export type ProductFilter = Pick<ProductListQuery, "view" | "brand" | "category" | "stock" | "q">;

export type ProductListRow = {
  id: number;
  name: string;
  reference: string;
  barcode: string | null;
  brand: string;
  category: string;
  status: ProductStatus;
  image: MediaRow | null;
  options: number;
  stock: number;
  waiting: number;
  /** In kopecks. */
  price_minor: number;
  old_price_minor: number | null;
  problems: ProductProblem[];
  outdated_translations: TranslatedField[];
  updated_at: Date;
  /** What the list is sorted by: the time in microseconds, or the stock. */
  sort_key: number;
  /** How many products match a search, up to `MAX_EXACT_COUNT` + 1; null without one. */
  total: number | null;
};

const isIncomplete = sql`(not is_complete_hs_code(p.hs_code) or not is_specific_customs_name(p.customs_name_en)
  or (p.description_ru = '') <> (p.description_en = ''))`;

/** The condition of a view, with products aliased as p (docs/domain/catalog-admin.md). */
const viewConditions: Readonly<Record<ProductView, RawBuilder<unknown>>> = {
  all: sql`true`,
  draft: sql`p.status = 'draft'`,
  low_stock: sql`p.status = 'active' and p.stock <= ${sql.lit(LOW_STOCK)}`,
  outdated_translation: sql`p.id in (select t.product_id from outdated_translations t)`,
  incomplete: sql`p.status = 'active' and ${isIncomplete}`,
  hidden: sql`p.status = 'hidden'`,
  discontinued: sql`p.status = 'discontinued'`,
};

const selectMatches = (q: string, max = MAX_EXACT_COUNT + 1) =>
  sql`select found.id from ${selectStaffMatches(parseStaffSearch(q), max)} found`;

/**
 * Returns the conditions of products, aliased as p.
 * @param matches selects the ids of the products that a search finds
 */
export function buildProductConditions(
  { view, brand, category, stock, q }: ProductFilter,
  matches = q === undefined ? null : selectMatches(q),
): RawBuilder<unknown>[] {
  const conditions = [viewConditions[view]];
  if (brand !== undefined) conditions.push(sql`p.brand_id = ${brand}`);
  if (category !== undefined)
    conditions.push(sql`p.category_id in (select c.id from categories c where c.path @> array[${category}::integer])`);
  if (stock) conditions.push(stock === "in" ? sql`p.stock > 0` : sql`p.stock = 0`);
  // An array, which the planner looks up in the primary key: it cannot know how few products a search finds.
  if (matches) conditions.push(sql`p.id = any(array(${matches}))`);
  return conditions;
}

/** A place in the list: what it is sorted by, and the id of a product. */
export type ProductCursor = Readonly<{ key: number; id: number }>;

const updatedMicros = sql`(extract(epoch from p.updated_at) * 1000000)::bigint`;

function buildSort(sort: ProductListQuery["sort"], after: ProductCursor | undefined) {
  const isByStock = sort.startsWith("stock");
  const [column, key] = isByStock ? [sql`p.stock`, sql`p.stock`] : [sql`p.updated_at`, updatedMicros];
  const [comparison, direction] = sort.endsWith("asc") ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const getValue = ({ key: value }: ProductCursor) =>
    isByStock ? sql`${value}::integer` : sql`timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`;
  return {
    key,
    order: sql`${column} ${direction}, p.id ${direction}`,
    condition: after ? sql`(${column}, p.id) ${comparison} (${getValue(after)}, ${after.id})` : sql`true`,
  };
}

/** A search that finds more products looks for them in the order of the list, instead of sorting them. */
const MAX_SORTED_MATCHES = 500;

/**
 * Selects the page of a list and the number of its products. A search is made once for both. How many products it finds
 * is known only when it has been made, so that the statement has two plans, of which one is executed.
 */
function selectFoundProducts(
  filter: ProductFilter,
  selectPage: (conditions: readonly RawBuilder<unknown>[]) => RawBuilder<unknown>,
) {
  const { q, ...otherFilters } = filter;
  if (q === undefined)
    return { found: sql``, page: selectPage(buildProductConditions(filter)), total: sql`null::integer` };
  const others = buildProductConditions(otherFilters);
  const count = sql`(select count(*) from found)`;
  const few = [sql`${count} <= ${MAX_SORTED_MATCHES}`, sql`p.id = any(array(select id from found))`];
  // `is true` keeps the planner from joining the found products, which it would sort.
  const many = [sql`${count} > ${MAX_SORTED_MATCHES}`, sql`(p.id in (select id from found)) is true`];
  return {
    found: sql`with found as materialized (${selectMatches(q)})`,
    page: sql`(${selectPage([...few, ...others])}) union all (${selectPage([...many, ...others])})`,
    total: hasNoConditions(others)
      ? count
      : selectCount([...others, sql`p.id = any(array(select id from found))`], MAX_EXACT_COUNT + 1),
  };
}

type ListOptions = Readonly<{
  sort: ProductListQuery["sort"];
  after?: ProductCursor | undefined;
  limit: number;
  locale: Locale;
}>;

/**
 * Lists products of any status.
 * @returns at most `limit` + 1 rows; the additional one shows that there are more
 */
export async function listProducts(
  db: Db,
  filter: ProductFilter,
  { sort, after, limit, locale }: ListOptions,
): Promise<ProductListRow[]> {
  const { key, order, condition } = buildSort(sort, after);
  const name = getNameColumn(locale);
  const selectPage = (conditions: readonly RawBuilder<unknown>[]) =>
    sql`select p.* from products p where ${sql.join([...conditions, condition], sql` and `)}
      order by ${order} limit ${limit + 1}`;
  const { found, page, total } = selectFoundProducts(filter, selectPage);
  const { rows } = await sql<ProductListRow>`${found}
    select p.id, p.${name} as name, p.reference, p.barcode, brands.name as brand, categories.${name} as category, p.status,
      p.stock, p.updated_at, ${key} as sort_key, ${total} as total,
      price_in_force(p.price_minor, p.old_price_minor, p.sale_ends_at, now()) as price_minor,
      case when p.sale_ends_at <= now() then null else p.old_price_minor end as old_price_minor,
      (select jsonb_build_object('key', d.key, 'width', d.width, 'height', d.height)
        from product_images i join media d on d.id = i.media_id where i.product_id = p.id order by i.position limit 1) as image,
      (select count(*) from product_variants v where v.product_id = p.id and v.option_id > 0) as options,
      (select count(*) from product_alerts a where a.product_id = p.id and a.kind = 'back_in_stock' and a.sent_at is null)
        as waiting,
      array(select t.field from outdated_translations t where t.product_id = p.id order by t.field desc)
        as outdated_translations,
      array_remove(array[
        case when not exists (select from product_images i where i.product_id = p.id) then 'picture' end,
        case when not is_complete_hs_code(p.hs_code) then 'hs_code' end,
        case when not is_specific_customs_name(p.customs_name_en) then 'customs_name' end,
        case when p.description_ru = '' and p.description_en <> '' then 'description_ru' end,
        case when p.description_en = '' and p.description_ru <> '' then 'description_en' end], null) as problems
    from (${page}) p
    join brands on brands.id = p.brand_id
    join categories on categories.id = p.category_id
    order by ${order}`.execute(db);
  return rows;
}

/** The name of a thing in a language: also of a brand, whose English name is `name`. */
function getNameColumn(locale: Locale): RawBuilder<unknown> {
  return locale === "ru-RU" ? sql`name_ru` : sql`name_en`;
}

const hasNoConditions = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 1 && conditions[0] === viewConditions.all;

/** The count of the products for which conditions hold. @param max the highest count; null for all */
function selectCount(conditions: readonly RawBuilder<unknown>[], max: number | null): RawBuilder<number> {
  // Without conditions, an index has as many rows as the table and is much smaller.
  const order = hasNoConditions(conditions) ? sql`order by p.id` : sql``;
  return sql<number>`(select count(*) from (
    select from products p where ${sql.join(conditions, sql` and `)} ${order} limit ${max}::bigint) p)`;
}

/** Counts the products that match a filter. @param options.max the highest count; null for all */
export async function countProducts(
  db: Db,
  filter: ProductFilter,
  { max = null }: { max?: number | null } = {},
): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select ${selectCount(buildProductConditions(filter), max)} as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Selects products for a task, which compares them with their status and terms (`base`). `label` names them.
 * @param selection the filter of the list, or ids
 * @param start when the task begins, if it is planned: then the status is the one that tasks planned before will have
 * given the product, and `planned_values` has the fields that they will have edited
 */
export function selectProducts(
  selection: ProductFilter | readonly number[],
  start: Date | undefined,
): RawBuilder<unknown> {
  const ids = Array.isArray(selection) ? (selection as readonly number[]) : null;
  const conditions = ids
    ? [sql`p.id = any(${[...ids]}::integer[])`]
    : buildSelectionConditions(selection as ProductFilter);
  const columns = sql`'label', p.reference, 'category_id', p.category_id, 'brand_id', p.brand_id, 'series_id', p.series_id,
    'tag_ids', to_jsonb(p.tag_ids), 'concern_ids', to_jsonb(p.concern_ids)`;
  const where = sql.join(conditions, sql` and `);
  if (!start)
    return sql`
      select p.id::text as id, jsonb_build_object(${columns}, 'status', p.status, 'planned_values', null) as base
      from products p where ${where}`;
  const subjectIds = ids && ids.map(String);
  return sql`
    select p.id::text as id, jsonb_build_object(${columns}, 'status', coalesce(planned_status.status, p.status),
      'planned_values', planned_edit.values) as base
    from products p
    left join (${selectPlannedStatuses(start, subjectIds)}) planned_status on planned_status.subject_id = p.id::text
    left join (${selectPlannedValues(start, subjectIds)}) planned_edit on planned_edit.subject_id = p.id::text
    where ${where}`;
}

/** Selects the statuses that the last tasks planned before a time will give products. */
function selectPlannedStatuses(start: Date, subjectIds: readonly string[] | null): RawBuilder<unknown> {
  return sql`
    select distinct on (t.subject_id) t.subject_id,
      case t.input ->> 'change' when 'publish' then 'active' when 'hide' then 'hidden' else 'discontinued' end as status
    from ${selectPlannedTasks("products.update", start, subjectIds)} t
    where t.input ->> 'change' in ('publish', 'hide', 'discontinue')
    order by t.subject_id, t.run_at desc, t.id desc`;
}

/** Selects the values that tasks planned before a time will give fields of products. */
function selectPlannedValues(start: Date, subjectIds: readonly string[] | null): RawBuilder<unknown> {
  return sql`
    select t.subject_id, jsonb_object_agg(edit.key, edit.value -> 'to' order by t.run_at, t.id) as values
    from ${selectPlannedTasks("products.edit", start, subjectIds)} t, jsonb_each(t.input -> 'changes') edit
    group by t.subject_id`;
}

/** One more than a task can have, so that it is refused rather than incomplete. */
function buildSelectionConditions(filter: ProductFilter): RawBuilder<unknown>[] {
  return buildProductConditions(filter, filter.q === undefined ? null : selectMatches(filter.q, MAX_ITEMS + 1));
}

/** Counts the products of filters, by their keys and up to `MAX_EXACT_COUNT` + 1 each, in one statement. */
export async function countProductsByFilter<Key extends string | number>(
  db: Db,
  filters: ReadonlyMap<Key, ProductFilter>,
): Promise<ReadonlyMap<Key, number>> {
  const counts = [...filters.values()].map((filter) =>
    selectCount(buildProductConditions(filter), MAX_EXACT_COUNT + 1),
  );
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}]::integer[] as counts`.execute(db);
  return new Map([...filters.keys()].map((key, index) => [key, rows[0]?.counts[index] ?? 0]));
}

/** The filters of the views that everybody has. */
export const viewFilters: readonly (readonly [ProductView, ProductFilter])[] = productViews.map((view) => [
  view,
  { view },
]);

/** Lists what products can belong to, with names in a language. */
export async function listCatalogTerms(db: Db, locale: Locale): Promise<CatalogTerms> {
  const name = getNameColumn(locale);
  const { rows } = await sql<CatalogTerms>`
    select
      coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name) order by b.name, b.id) from brands b), '[]')
        as brands,
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.${name}, 'path', array(
            select up.${name} from unnest(c.path) with ordinality step(id, place) join categories up on up.id = step.id
            where up.id <> c.id order by step.place))
          order by (select array_agg(array[up.position, up.id] order by step.place)
            from unnest(c.path) with ordinality step(id, place) join categories up on up.id = step.id))
        from categories c), '[]') as categories,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'brand_id', s.brand_id) order by s.name, s.id)
        from series s), '[]') as series,
      coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'name', n.${name}) order by n.position, n.id)
        from concerns n), '[]') as concerns,
      coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.${name}) order by t.${name}, t.id)
        from tags t), '[]') as tags`.execute(db);
  const [terms] = rows;
  if (!terms) throw new Error("a query without a table returned no row");
  return terms;
}
