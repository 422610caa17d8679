import { sql } from "kysely";
import { named } from "../catalogue/named.ts";
import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";

export type ReviewRow = {
  id: number;
  author_name: string;
  rating: number;
  text: string;
  locale: Locale;
  bought: boolean;
  helpful: number;
  published_at: Date;
  shop_answer: string;
};

/** A page of a product's published reviews, newest first, and how many gave 1 to 5 stars; undefined without the product. */
export async function publishedReviews(
  db: Db,
  slugOrId: string,
  page: { limit: number; offset: number },
): Promise<{ items: ReviewRow[]; stars: Record<string, number> } | undefined> {
  const { rows } = await sql<{ items: ReviewRow[]; stars: Record<string, number> }>`
    select
      (select coalesce(jsonb_agg(page order by page.published_at desc, page.id desc), '[]') from (
        select id, author_name, rating, text, locale, bought, helpful, published_at, shop_answer
        from reviews where product_id = p.id and status = 'published'
        order by published_at desc, id desc limit ${page.limit} offset ${page.offset}) page) as items,
      (select coalesce(jsonb_object_agg(rating, given), '{}') from (
        select rating, count(*) as given from reviews where product_id = p.id and status = 'published' group by rating) counts) as stars
    from products p where ${named(slugOrId)} and p.status <> 'hidden'`.execute(db);
  const [row] = rows;
  return row && { ...row, items: row.items.map((item) => ({ ...item, published_at: new Date(item.published_at) })) };
}
