import { type RawBuilder, sql } from "kysely";
import { addRedirects } from "../../content/redirects/service.ts";
import type { MediaRow } from "../../content/images.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { buildSeoTexts, type SeoFields } from "../seo/build-seo-texts.ts";
import { updatePathsOfCategories, updatePathsOfProducts } from "../categories/category-sql.ts";

/** What products belong to. */
export type TermKind = "category" | "brand" | "series" | "concern" | "tag";

const tables = {
  ...({ category: "categories", brand: "brands", series: "series", concern: "concerns", tag: "tags" } as const),
} as const satisfies Record<TermKind, string>;

/** The columns of terms that staff edit; the image of a category is the key of a stored image. */
const columns = {
  category: ["slug", "name_ru", "name_en", "theme_color", "parent_id", "position"],
  brand: ["slug", "name", "name_ru", "name_ja", "tagline_ru", "tagline_en", "theme_color", "position"],
  series: ["brand_id", "name"],
  concern: ["slug", "name_ru", "name_en", "position"],
  tag: ["slug", "name_ru", "name_en"],
} as const satisfies Record<TermKind, readonly string[]>;

/** The fields of the search results of a page, as columns of the term t; empty if they are generated. */
const seoFields = {
  seo_title_ru: sql`coalesce(t.seo #>> '{ru-RU,title}', '')`,
  seo_title_en: sql`coalesce(t.seo #>> '{en-US,title}', '')`,
  seo_description_ru: sql`coalesce(t.seo #>> '{ru-RU,description}', '')`,
  seo_description_en: sql`coalesce(t.seo #>> '{en-US,description}', '')`,
} as const satisfies Record<keyof SeoFields, RawBuilder<unknown>>;
const hasSeo = (kind: TermKind) => kind === "category" || kind === "brand";

/** The paths of the pages about terms, before the slug. */
const pagePaths: Partial<Record<TermKind, string>> = { category: "/category/", brand: "/manufacturer/", tag: "/tags/" };

/** The values of a term by its columns; of a category also the key of its `image`. */
export type TermValues = Readonly<Record<string, string | number | null>>;

const selectColumns = (kind: TermKind): RawBuilder<unknown> =>
  sql.join([
    ...columns[kind].map((column) => sql.ref(`t.${column}`)),
    ...(kind === "category" ? [sql`(select key from media where id = t.image_id) as image`] : []),
    ...(hasSeo(kind) ? Object.entries(seoFields).map(([name, value]) => sql`${value} as ${sql.ref(name)}`) : []),
  ]);

/** Locks a term until the end of the transaction. @returns undefined if there is none */
export async function lockTerm(tx: Tx, kind: TermKind, id: number): Promise<TermValues | undefined> {
  const { rows } = await sql<TermValues>`
    select ${selectColumns(kind)} from ${sql.table(tables[kind])} t where t.id = ${id} for update of t`.execute(tx);
  return rows[0];
}

/** Converts the values of a term to those of its columns. @param before its values until now; none of a new one */
function toColumns(kind: TermKind, { image, ...values }: TermValues, before: TermValues = {}): Record<string, unknown> {
  const known: readonly string[] = columns[kind];
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => known.includes(name)));
  const isSeoGiven = Object.keys(values).some((name) => name in seoFields);
  return {
    ...own,
    ...(image === undefined ? {} : { image_id: sql<number | null>`(select id from media where key = ${image})` }),
    ...(isSeoGiven ? { seo: JSON.stringify(buildSeoTexts(toSeoFields({ ...before, ...values }))) } : {}),
  };
}

function toSeoFields(values: TermValues): SeoFields {
  const getText = (name: keyof SeoFields) => (values[name] ?? "").toString();
  return {
    seo_title_ru: getText("seo_title_ru"),
    seo_title_en: getText("seo_title_en"),
    seo_description_ru: getText("seo_description_ru"),
    seo_description_en: getText("seo_description_en"),
  };
}

/**
 * Inserts a term. A category becomes the last one below its parent unless it has a position.
 * @param id the id of a term that was deleted before; null for a new one
 * @returns its id
 */
export async function insertTerm(tx: Tx, kind: TermKind, values: TermValues, id: number | null): Promise<number> {
  const { parent_id: parentId = null, position, ...others } = toColumns(kind, values);
  const place = position === undefined ? {} : { position };
  const row = { ...others, ...place, ...(id === null ? {} : { id }) };
  if (kind !== "category") {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(tables[kind])} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))}) returning id`.execute(tx);
    return requireRow(rows).id;
  }
  // The ids of categories are not generated: those who add one at the same time wait.
  await sql`select pg_advisory_xact_lock(hashtext('categories.id'))`.execute(tx);
  const names = Object.keys(others);
  const { rows } = await sql<{ id: number }>`
    insert into categories (id, parent_id, path, position, ${sql.join(names.map((name) => sql.ref(name)))})
    select n.id, p.id, coalesce(p.path, '{}') || n.id,
      coalesce(${position ?? null}::integer,
        (select coalesce(max(s.position) + 1, 0) from categories s where s.parent_id is not distinct from p.id)),
      ${sql.join(Object.values(others))}
    from (select coalesce(${id}::integer, (select coalesce(max(id), 0) + 1 from categories)) as id) n
    left join categories p on p.id = ${parentId} returning id`.execute(tx);
  return requireRow(rows).id;
}

/** Changes values of a locked term. Its old path is redirected. @param before its values until now */
export async function updateTerm(
  tx: Tx,
  kind: TermKind,
  { id, before, values }: { id: number; before: TermValues; values: TermValues },
): Promise<void> {
  const assignments = Object.entries(toColumns(kind, values, before)).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  );
  await sql`update ${sql.table(tables[kind])} set ${sql.join(assignments)} where id = ${id}`.execute(tx);
  const path = pagePaths[kind];
  if (path !== undefined && values.slug !== undefined && values.slug !== before.slug)
    await addRedirects(tx, [{ from: `${path}${before.slug}`, to: `${path}${values.slug}` }]);
}

/** Deletes a term that nothing uses. */
export async function deleteTerm(tx: Tx, kind: TermKind, id: number): Promise<void> {
  await sql`delete from ${sql.table(tables[kind])} where id = ${id}`.execute(tx);
}

const countUses: Record<TermKind, (id: number) => RawBuilder<TermUses>> = {
  category: (id) => sql`select (select count(*) from products where category_id = ${id}) as products,
    (select count(*) from categories where parent_id = ${id})
      + (select count(*) from promo_code_categories where category_id = ${id}) as others`,
  brand: (id) => sql`select (select count(*) from products where brand_id = ${id}) as products,
    (select count(*) from series where brand_id = ${id}) as others`,
  series: (id) => sql`select (select count(*) from products where series_id = ${id}) as products, 0::bigint as others`,
  concern: (id) =>
    sql`select (select count(*) from products where concern_ids @> array[${id}::integer]) as products, 0::bigint as others`,
  tag: (id) =>
    sql`select (select count(*) from products where tag_ids @> array[${id}::integer]) as products, 0::bigint as others`,
};

/** What uses a term: products, and others such as categories below it, series and promo codes. */
export type TermUses = { products: number; others: number };

/** Counts what uses a locked term. */
export async function countTermUses(tx: Tx, kind: TermKind, id: number): Promise<TermUses> {
  return requireRow((await countUses[kind](id).execute(tx)).rows);
}

/** Whether another term has a slug, or another series of the brand a name; a slug also if its path leads elsewhere. */
export async function isTermTaken(tx: Tx, kind: TermKind, values: TermValues, id: number | null): Promise<boolean> {
  if (kind === "series") {
    const { rows } = await sql`select from series
      where brand_id = ${values.brand_id} and name = ${values.name} and id is distinct from ${id}::integer`.execute(tx);
    return rows.length > 0;
  }
  const path = pagePaths[kind];
  const { rows } = await sql`select from ${sql.table(tables[kind])}
    where slug = ${values.slug} and id is distinct from ${id}::integer
    union all select from redirects where from_path = ${path === undefined ? null : `${path}${values.slug}`}
      and to_path is distinct from (select ${path ?? ""} || slug from ${sql.table(tables[kind])} where id = ${id}::integer)
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Whether a brand, category or stored image exists. It stays until the end of the transaction. */
export async function lockReference(tx: Tx, table: "brands" | "categories", id: number): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id} for key share`.execute(tx);
  return rows.length > 0;
}

/** Whether a stored image exists. It stays until the end of the transaction. */
export async function lockImage(tx: Tx, key: string): Promise<boolean> {
  return (await tx.selectFrom("media").select("id").where("key", "=", key).forKeyShare().execute()).length > 0;
}

/** A category in the tree. */
export type CategoryPlace = { id: number; parent_id: number | null; path: number[]; position: number };

/** Locks all categories until the end of the transaction. They are in the order of siblings. */
export async function lockCategories(tx: Tx): Promise<CategoryPlace[]> {
  const { rows } = await sql<CategoryPlace>`
    select id, parent_id, path, position from categories order by position, id for no key update`.execute(tx);
  return rows;
}

/** Sets the parent of a locked category and the positions of categories, and the paths that follow from them. */
export async function placeCategories(
  tx: Tx,
  { id, parentId, positions }: { id: number; parentId: number | null; positions: readonly CategoryPosition[] },
): Promise<void> {
  await sql`update categories set parent_id = ${parentId} where id = ${id}`.execute(tx);
  await sql`
    update categories c set position = n.position
    from jsonb_to_recordset(${JSON.stringify(positions)}::jsonb) as n(id integer, position integer)
    where n.id = c.id`.execute(tx);
  await updatePathsOfCategories(tx);
  await updatePathsOfProducts(tx, PRODUCTS_PER_TRANSACTION);
}

/**
 * How many products follow a moved category at once: they are locked until the end of the transaction, which delays
 * their orders. A job moves the others (`moveProductsWithCategories`).
 */
const PRODUCTS_PER_TRANSACTION = 500;

/** Sets the paths of products whose category was moved, some at a time. @returns how many were changed */
export async function moveProductsWithCategories(db: Db): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await updatePathsOfProducts(db, PRODUCTS_PER_TRANSACTION);
    total += count;
    if (count < PRODUCTS_PER_TRANSACTION) return total;
  }
}

export type CategoryPosition = { id: number; position: number };

const productCounts: Record<TermKind, RawBuilder<unknown>> = {
  category: sql`select step.id, count(*) as products from products p cross join unnest(p.category_path) step(id) group by step.id`,
  brand: sql`select brand_id as id, count(*) as products from products group by brand_id`,
  series: sql`select series_id as id, count(*) as products from products group by series_id`,
  concern: sql`select n.id, count(*) as products from products p cross join unnest(p.concern_ids) n(id) group by n.id`,
  tag: sql`select n.id, count(*) as products from products p cross join unnest(p.tag_ids) n(id) group by n.id`,
};

const orders: Record<TermKind, RawBuilder<unknown>> = {
  // Parents before their children.
  category: sql`(select array_agg(array[up.position, up.id] order by step.place)
    from unnest(t.path) with ordinality step(id, place) join categories up on up.id = step.id)`,
  brand: sql`t.position, lower(t.name), t.id`,
  series: sql`(select lower(b.name) from brands b where b.id = t.brand_id), lower(t.name), t.id`,
  concern: sql`t.position, t.id`,
  tag: sql`lower(t.name_ru), t.id`,
};

/** A term with how many products of any status belong to it; of a category also to those below it. */
export type ListedTermRow = TermValues & { id: number; products: number; image_row?: MediaRow | null };

/** Lists the terms of a kind in their order. */
export async function listTerms(db: Db, kind: TermKind): Promise<ListedTermRow[]> {
  const image =
    kind === "category"
      ? sql`, (select jsonb_build_object('key', d.key, 'width', d.width, 'height', d.height) from media d
          where d.id = t.image_id) as image_row`
      : sql``;
  const { rows } = await sql<ListedTermRow>`
    select t.id, ${selectColumns(kind)}${image}, coalesce(n.products, 0)::integer as products
    from ${sql.table(tables[kind])} t left join (${productCounts[kind]}) n on n.id = t.id
    order by ${orders[kind]}`.execute(db);
  return rows;
}

function requireRow<T>([row]: T[]): T {
  if (row === undefined) throw new Error("a statement returned no row");
  return row;
}
