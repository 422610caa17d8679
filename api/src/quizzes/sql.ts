import { sql } from "kysely";
import { inStock } from "../catalog/products/stock.ts";
import type { MediaRow } from "../content/images.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";

export type QuizRow = {
  id: number;
  locale: Locale;
  title: string;
  body: unknown;
  /** Whether the other locale has the quiz too. */
  has_alternate_locale: boolean;
  /** The other quizzes of the locale. */
  others: { id: number; title: string }[];
};

export async function findQuiz(db: Db, id: number, locale: Locale): Promise<QuizRow | undefined> {
  const { rows } = await sql<QuizRow>`
    select id, locale, title, body,
      exists (select from quizzes t where t.id = q.id and t.locale <> q.locale) as has_alternate_locale,
      coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'title', o.title) order by o.id)
        from quizzes o where o.locale = q.locale and o.id <> q.id), '[]') as others
    from quizzes q where id = ${id} and locale = ${locale}`.execute(db);
  return rows[0];
}

export async function listAllQuizzes(db: Db): Promise<QuizRow[]> {
  const { rows } = await sql<QuizRow>`
    select id, locale, title, body, false as has_alternate_locale, '[]'::jsonb as others from quizzes order by id, locale`.execute(
    db,
  );
  return rows;
}

export async function insertQuizResult(
  db: Db,
  row: { quiz_id: number; customer_id: number | null; result_code: string; answers: string; taken_at: Date },
): Promise<void> {
  await db.insertInto("quiz_results").values(row).execute();
}

/** The criteria for the products of a step. Its keys are read in SQL. */
export type ProductFilter = {
  category: string;
  categories: string[];
  ingredients: string[];
  tags: string[];
  usages: string[];
};

/**
 * Returns for each filter the ids of at most `limit` products in stock: those of preferred categories first, then by
 * matching ingredients, by matching tags and concerns, and by units sold.
 */
export async function findMatchingProducts(
  db: Db,
  filters: readonly ProductFilter[],
  limit: number,
): Promise<number[][]> {
  const numberedFilters = JSON.stringify(filters.map((filter, index) => ({ index, ...filter })));
  const { rows } = await sql<{ index: number; id: number }>`
    select f.index, candidate.id
    from jsonb_to_recordset(${numberedFilters}::jsonb)
      as f(index int, category text, categories text[], ingredients text[], tags text[], usages text[])
    join categories c on c.slug = f.category
    cross join lateral (
      select p.id, row_number() over (order by
        exists (select from categories n where n.slug = any(f.categories) and p.category_path @> array[n.id]) desc,
        (select count(*) from unnest(f.ingredients) i where strpos(lower(p.composition), lower(i)) > 0) desc,
        (select count(*) from tags t where t.slug = any(f.tags) and p.tag_ids @> array[t.id])
          + (select count(*) from concerns where concerns.slug = any(f.usages) and p.concern_ids @> array[concerns.id]) desc,
        p.units_sold desc, p.id) as rank
      from products p
      where p.category_id in (select b.id from categories b where b.path @> array[c.id])
        and p.status = 'active' and ${inStock("p")}
      order by rank limit ${sql.lit(limit)}
    ) candidate
    order by f.index, candidate.rank`.execute(db);
  return filters.map((_, index) => rows.filter((row) => row.index === index).map(({ id }) => id));
}

/** Returns the first image of each of the products that has one, in the order of the ids. */
export async function listProductImages(db: Db, productIds: readonly number[]): Promise<MediaRow[]> {
  const { rows } = await sql<MediaRow>`
    select m.key, m.width, m.height
    from unnest(${productIds}::int[]) with ordinality as wanted(id, position)
    cross join lateral (select media_id from product_images where product_id = wanted.id order by position limit 1) i
    join media m on m.id = i.media_id
    order by wanted.position`.execute(db);
  return rows;
}

/** Returns those of the slugs that do not exist in the table. */
export async function findUnknownSlugs(
  db: Db,
  table: "categories" | "tags" | "concerns",
  slugs: readonly string[],
): Promise<string[]> {
  const knownRows = await db
    .selectFrom(table)
    .select("slug")
    .where("slug", "in", ["", ...slugs]) // "" because an empty list is not valid SQL
    .execute();
  return slugs.filter((slug) => !knownRows.some((row) => row.slug === slug));
}

/** Deletes results from before a moment. @returns the number of deleted rows, at most `limit` */
export async function deleteOldResults(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from quiz_results where id in (
      select id from quiz_results where taken_at < ${before} limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
