import { refusals } from "../catalogue/schema.ts";
import type { Db } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { ReviewList } from "./schema.ts";
import { publishedReviews } from "./sql.ts";

/** Published reviews, newest first, with the histogram of stars. Refuses `product_not_found`. */
export async function listReviews(
  db: Db,
  slugOrId: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<ReviewList> {
  const found = await publishedReviews(db, slugOrId, { limit: perPage, offset: (page - 1) * perPage });
  if (!found) throw refuse(refusals, "product_not_found");
  const histogram = [1, 2, 3, 4, 5].map((one) => found.stars[one] ?? 0);
  const count = histogram.reduce((sum, one) => sum + one, 0);
  const stars = histogram.reduce((sum, one, at) => sum + one * (at + 1), 0);
  return {
    items: found.items.map((row) => ({
      id: row.id,
      author: row.author_name,
      rating: row.rating,
      text: row.text,
      locale: row.locale,
      bought: row.bought,
      helpful: row.helpful,
      created_at: row.published_at.toISOString(),
      shop_answer: row.shop_answer,
    })),
    total: count,
    page,
    per_page: perPage,
    average: count === 0 ? 0 : Math.round((stars * 10) / count) / 10,
    count,
    histogram,
  };
}
