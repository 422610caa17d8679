import { sql } from "kysely";
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

export async function publishedReviews(
  db: Db,
  productId: number,
  page: { limit: number; offset: number },
): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select id, author_name, rating, text, locale, bought, helpful, published_at, shop_answer
    from reviews where product_id = ${productId} and status = 'published'
    order by published_at desc, id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export async function starCounts(db: Db, productId: number): Promise<{ rating: number; count: number }[]> {
  const { rows } = await sql<{ rating: number; count: number }>`
    select rating, count(*) as count from reviews where product_id = ${productId} and status = 'published' group by rating`.execute(
    db,
  );
  return rows;
}
