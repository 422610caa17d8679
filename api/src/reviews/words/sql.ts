import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

/**
 * Takes a product whose published reviews have changed since its words were counted. Until the end of the transaction
 * nobody else takes it; changes meanwhile wait or request a further count.
 * @returns its id; undefined if there is none
 */
export async function takeProductToCount(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ product_id: number }>`
    delete from review_word_updates where product_id = (
      select product_id from review_word_updates order by changed_at, product_id limit 1 for update skip locked)
    returning product_id`.execute(tx);
  return rows[0]?.product_id;
}

/**
 * Counts the words of a product's published reviews and replaces the stored ones. Words of the product's and the brand's
 * name are left out, because they say nothing about it.
 * @param options.excluded words that are left out in all their forms
 */
export async function replaceWords(
  tx: Tx,
  productId: number,
  { max, minReviews, excluded }: { max: number; minReviews: number; excluded: readonly string[] },
): Promise<void> {
  await tx.deleteFrom("review_words").where("product_id", "=", productId).execute();
  await sql`
    with published as materialized (
      select id, locale, text, stems from reviews where product_id = ${productId} and status = 'published'
    ), excluded_stems as (
      select review_stem(word) as stem from unnest(${sql.val([...excluded])}::text[]) word
      union
      select unnest(build_review_stems(concat_ws(' ', p.name_ru, p.name_en, b.name)))
      from products p left join brands b on b.id = p.brand_id where p.id = ${productId}
    ), ranked as (
      select locale, stem, count(*) as reviews_count,
        row_number() over (partition by locale order by count(*) desc, stem) as position
      from published, unnest(stems) stem
      where stem not in (select stem from excluded_stems)
      group by locale, stem having count(*) >= ${minReviews}
    ), forms as (
      select locale, word, count(*) as uses from published, regexp_split_to_table(lower(text), '[^[:alpha:]]+') word
      where length(word) between 3 and 30 group by locale, word
    ), named as (
      select distinct on (f.locale, review_stem(f.word)) f.locale, review_stem(f.word) as stem, f.word
      from forms f order by f.locale, review_stem(f.word), f.uses desc, f.word
    )
    insert into review_words (product_id, locale, stem, word, reviews_count)
    select ${productId}, r.locale, r.stem, n.word, r.reviews_count
    from ranked r join named n using (locale, stem) where r.position <= ${max}`.execute(tx);
}

/** Requests a count of the words of every product with published reviews. @returns the number of products */
export async function requestAllCounts(db: Db): Promise<number> {
  const { rows } = await sql`
    insert into review_word_updates (product_id)
    select product_id from reviews where status = 'published' group by product_id order by product_id
    on conflict (product_id) do update set changed_at = excluded.changed_at returning product_id`.execute(db);
  return rows.length;
}
