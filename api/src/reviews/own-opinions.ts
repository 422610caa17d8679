import { cardPictureOf } from "../content/pictures.ts";
import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import { shownOwnQuestion } from "./questions.ts";
import type { UserReviews } from "./schema.ts";
import { shownOwnReview } from "./service.ts";
import { customerQuestions, customerReviews, type OfProduct, unratedProducts } from "./sql.ts";

const QUESTIONS = 50;
const UNRATED = 12;

/** What a customer has said and asked, with its state, and what he might judge next. */
export async function showOwnOpinions(
  db: Db,
  customerId: number,
  locale: Locale,
  { page, per_page: perPage }: { page: number; per_page: number },
): Promise<UserReviews> {
  const [reviews, questions, unrated] = await Promise.all([
    customerReviews(db, customerId, locale, { limit: perPage, offset: (page - 1) * perPage }),
    customerQuestions(db, customerId, locale, QUESTIONS),
    unratedProducts(db, customerId, locale, UNRATED),
  ]);
  return {
    items: reviews.map((row) => ({ ...shownOwnReview(row), product: shownProduct(row) })),
    total: reviews[0]?.of ?? 0,
    page,
    per_page: perPage,
    questions: questions.map((row) => ({ ...shownOwnQuestion(row), product: shownProduct(row) })),
    unrated: unrated.map(shownProduct),
  };
}

function shownProduct(row: OfProduct) {
  return {
    id: row.product_id,
    name: row.product_name,
    link_rewrite: row.link_rewrite,
    image: cardPictureOf({ key: row.media_key, width: row.media_width, height: row.media_height }, row.product_name),
  };
}
