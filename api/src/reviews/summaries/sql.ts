import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { SummaryParams } from "./admin-schema.ts";

/** A summary; without sentences, number and time if there is none. */
export type StoredSummary = {
  praise: string;
  criticism: string;
  reviews_count: number | null;
  checked_at: Date | null;
};

export type SummaryRow = StoredSummary & {
  product: { id: number; name: string; slug: string; reviews_count: number };
  words: { word: string; count: number }[];
};

/** Returns a product's summary with what it is written from; undefined if there is no such product. */
export async function findSummary(
  db: Db,
  { id, locale }: SummaryParams,
  staffLocale: Locale,
): Promise<SummaryRow | undefined> {
  const name = sql.ref(staffLocale === "ru-RU" ? "p.name_ru" : "p.name_en");
  const { rows } = await sql<SummaryRow>`
    select coalesce(s.praise, '') as praise, coalesce(s.criticism, '') as criticism, s.reviews_count, s.checked_at,
      jsonb_build_object('id', p.id, 'name', ${name}, 'slug', p.slug, 'reviews_count', p.reviews_count) as product,
      (select coalesce(jsonb_agg(jsonb_build_object('word', w.word, 'count', w.reviews_count)
          order by w.reviews_count desc, w.word), '[]')
        from review_words w where w.product_id = p.id and w.locale = ${locale}) as words
    from products p left join review_summaries s on s.product_id = p.id and s.locale = ${locale}
    where p.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Returns a product's stored summary and its number of published reviews; undefined if there is no such product. The
 * product is locked until the end of the transaction, so that two first summaries follow each other.
 */
export async function lockSummary(
  tx: Tx,
  { id, locale }: SummaryParams,
): Promise<{ summary: StoredSummary; reviewsCount: number } | undefined> {
  const product = await tx
    .selectFrom("products")
    .select("reviews_count")
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!product) return undefined;
  const summary = await tx
    .selectFrom("review_summaries")
    .select(["praise", "criticism", "reviews_count", "checked_at"])
    .where("product_id", "=", id)
    .where("locale", "=", locale)
    .executeTakeFirst();
  return {
    summary: summary ?? { praise: "", criticism: "", reviews_count: null, checked_at: null },
    reviewsCount: product.reviews_count,
  };
}

/** Stores a summary; one without a time is deleted. */
export async function storeSummary(tx: Tx, { id, locale }: SummaryParams, summary: StoredSummary): Promise<void> {
  const { reviews_count, checked_at, praise, criticism } = summary;
  if (reviews_count === null || checked_at === null) {
    await tx.deleteFrom("review_summaries").where("product_id", "=", id).where("locale", "=", locale).execute();
    return;
  }
  const values = { praise, criticism, reviews_count, checked_at };
  await tx
    .insertInto("review_summaries")
    .values({ product_id: id, locale, ...values })
    .onConflict((conflict) => conflict.columns(["product_id", "locale"]).doUpdateSet(values))
    .execute();
}
