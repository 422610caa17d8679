import { type RawBuilder, sql } from "kysely";
import type { MediaRow } from "../content/images.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { ImportRules, ChangeListQuery, ImportListQuery } from "./admin-schema.ts";
import { CHANGES_PER_PAGE } from "./admin-schema.ts";
import type { ChangeRow, ImportRow } from "./sql.ts";

export type ListedImportRow = ImportRow & { author_name: string; profile_name: string | null };

const listed = sql`
  select i.*, author.name as author_name, p.name as profile_name
  from imports i join staff author on author.id = i.created_by left join import_profiles p on p.id = i.profile_id`;

/** Lists imports, newest first, with one more than the limit. */
export async function listImports(db: Db, { after, limit }: ImportListQuery): Promise<ListedImportRow[]> {
  const { rows } = await sql<ListedImportRow>`${listed}
    where ${after === undefined ? sql`true` : sql`i.id < ${after}`} order by i.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

export async function findListedImport(db: Db, id: number): Promise<ListedImportRow | undefined> {
  const { rows } = await sql<ListedImportRow>`${listed} where i.id = ${id}`.execute(db);
  return rows[0];
}

export type ListedChangeRow = ChangeRow & { image: MediaRow | null };

/** Lists changes of an import in the order of the file, with the names of products in a locale, and counts all that match. */
export async function listChanges(
  db: Db,
  importId: number,
  query: ChangeListQuery,
  locale: Locale,
): Promise<{ rows: ListedChangeRow[]; total: number }> {
  const where = sql.join([sql`c.import_id = ${importId}`, ...listConditions(query)], sql` and `);
  const { rows } = await sql<ListedChangeRow>`
    select c.*, coalesce(p.${locale === "ru-RU" ? sql`name_ru` : sql`name_en`}, c.name) as name, (select jsonb_build_object('key', m.key, 'mime', m.mime, 'width', m.width, 'height', m.height)
      from product_images i join media m on m.id = i.media_id
      where i.product_id = c.product_id and i.position = 0) as image
    from import_changes c left join products p on p.id = c.product_id where ${where} order by c.line, c.kind
    limit ${CHANGES_PER_PAGE} offset ${(query.page - 1) * CHANGES_PER_PAGE}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from import_changes c left join products p on p.id = c.product_id where ${where}`.execute(
    db,
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

function listConditions({ view, effect, q }: ChangeListQuery): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (view === "outliers") conditions.push(sql`c.is_outlier`);
  else if (view !== "all") conditions.push(sql`c.kind = ${view}`);
  if (effect !== undefined) conditions.push(sql`c.effects @> ${JSON.stringify([{ code: effect }])}::jsonb`);
  if (q !== undefined) {
    const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    const line = /^[\d\s]{1,9}$/.test(q) ? Number(q.replaceAll(/\s/g, "")) : null;
    conditions.push(
      sql`(c.reference ilike ${pattern} or c.name ilike ${pattern} or p.name_en ilike ${pattern} or c.line = ${line})`,
    );
  }
  return conditions;
}

/** Names of brands, categories and series, for values that have their ids. */
export async function listTermNames(
  db: Db,
  ids: Readonly<Record<"brand_id" | "category_id" | "series_id", readonly number[]>>,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; name: string }>`
    select 'brand_id ' || id as key, name from brands where id = any(${[...ids.brand_id]})
    union all select 'category_id ' || id, name_ru from categories where id = any(${[...ids.category_id]})
    union all select 'series_id ' || id, name from series where id = any(${[...ids.series_id]})`.execute(db);
  return new Map(rows.map(({ key, name }) => [key, name]));
}

/** Returns the slugs of the brand and category that drafts get. */
export async function getTermSlugs(
  db: Db,
  { brand_id, category_id }: Pick<ImportRules, "brand_id" | "category_id">,
): Promise<{ brand: string | null; category: string | null }> {
  const { rows } = await sql<{ brand: string | null; category: string | null }>`
    select (select slug from brands where id = ${brand_id}) as brand,
      (select slug from categories where id = ${category_id}) as category`.execute(db);
  return rows[0] ?? { brand: null, category: null };
}

/** Lists the suppliers of the store by name. */
export async function listSupplierNames(db: Db): Promise<{ id: number; name: string }[]> {
  return db.selectFrom("suppliers").select(["id", "name"]).orderBy("name").orderBy("id").execute();
}

export async function hasSupplier(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom("suppliers").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}
