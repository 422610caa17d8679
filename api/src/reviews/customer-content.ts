import { serializeCardImage } from "../content/images.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { serializeOwnQuestion } from "./questions.ts";
import type { UserReviews } from "./schema.ts";
import { serializeOwnReview } from "./service.ts";
import { listCustomerQuestions, listCustomerReviews, type ReviewedProduct, listUnratedProducts } from "./sql.ts";

const MAX_QUESTIONS = 50;
const MAX_UNRATED = 12;

/**
 * Returns a customer's reviews (one page) and latest questions with their status, and delivered products that they have
 * not reviewed.
 */
export async function getCustomerContent(
  db: Db,
  customerId: number,
  locale: Locale,
  { page, per_page: perPage }: { page: number; per_page: number },
): Promise<UserReviews> {
  const [reviews, questions, unrated] = await Promise.all([
    listCustomerReviews(db, customerId, locale, { limit: perPage, offset: (page - 1) * perPage }),
    listCustomerQuestions(db, customerId, locale, MAX_QUESTIONS),
    listUnratedProducts(db, customerId, locale, MAX_UNRATED),
  ]);
  return {
    items: reviews.map((row) => ({ ...serializeOwnReview(row), product: serializeProduct(row) })),
    total: reviews[0]?.total ?? 0,
    page,
    per_page: perPage,
    questions: questions.map((row) => ({ ...serializeOwnQuestion(row), product: serializeProduct(row) })),
    unrated: unrated.map(serializeProduct),
  };
}

function serializeProduct(row: ReviewedProduct) {
  return {
    id: row.product_id,
    name: row.product_name,
    link_rewrite: row.link_rewrite,
    image: serializeCardImage(
      { key: row.media_key, width: row.media_width, height: row.media_height },
      row.product_name,
    ),
  };
}
