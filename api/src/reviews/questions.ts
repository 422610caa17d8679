import { questionMax, questionMin, questionLimit } from "./settings.ts";
import { getProductId } from "../catalog/products/product-id.ts";
import { type Db, withTransaction } from "../platform/db/database.ts";
import { commonRefusals, refuse } from "../platform/http/errors.ts";
import type { Customer } from "../platform/http/endpoint.ts";
import { consumeRateLimit } from "../platform/http/rate-limits.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { listSimilarAnswered, listPublishedQuestions } from "./question-sql.ts";
import { type NewQuestion, type OwnQuestion, type QuestionList, refusals, type SimilarQuestions } from "./schema.ts";
import type { OwnQuestionRow } from "./sql.ts";
import { upsertQuestion } from "./submission-sql.ts";

const MAX_SIMILAR = 3;

/**
 * Lists published questions with their answers, and the customer's own unpublished ones.
 * @throws refusal
 * `product_not_found`.
 */
export async function listQuestions(
  db: Db,
  slugOrId: string,
  { page, per_page: perPage }: { page: number; per_page: number },
  customer: Customer | null,
): Promise<QuestionList> {
  const result = await listPublishedQuestions(db, slugOrId, {
    limit: perPage,
    offset: (page - 1) * perPage,
    customerId: customer?.id ?? null,
  });
  if (!result) throw refuse(refusals, "product_not_found");
  return {
    items: result.items.map(({ id, author_name, text, is_public, locale, published_at, answer }) => ({
      id,
      author: is_public ? author_name : null,
      text,
      locale,
      created_at: published_at.toISOString(),
      answer,
    })),
    total: result.total,
    page,
    per_page: perPage,
    own: result.own.map(serializeOwnQuestion),
  };
}

/** Serializes a question for its author. */
export function serializeOwnQuestion(row: OwnQuestionRow): OwnQuestion {
  const { id, text, locale, is_public, status, reject_reason, created_at, answer } = row;
  return { id, text, locale, is_public, status, reject_reason, created_at: created_at.toISOString(), answer };
}

/**
 * Submits a question; sending the same text twice creates one question.
 * @throws refusal `product_not_found` or `too_many_requests`, or `validation_failed` with `too_short` or `too_long` for
 * the field `text`.
 */
export async function askQuestion(
  db: Db,
  customer: Customer,
  slugOrId: string,
  newQuestion: NewQuestion,
  { locale, now }: { locale: Locale; now: Date },
): Promise<{ isNew: boolean }> {
  const productId = await getProductId(db, slugOrId);
  const [min, max] = [await getSetting(db, questionMin), await getSetting(db, questionMax)];
  const { length } = newQuestion.text;
  if (length < min || length > max)
    throw refuse(commonRefusals, "validation_failed", { fields: { text: [length < min ? "too_short" : "too_long"] } });
  await consumeRateLimit(
    db,
    { name: "reviews:questions_per_customer", subject: customer.id },
    { ...(await getSetting(db, questionLimit)), now },
  );
  return withTransaction(db, async (db) => {
    const saved = await upsertQuestion(db, { ...newQuestion, productId, customerId: customer.id, locale, now });
    return { isNew: saved?.is_new ?? false };
  });
}

/**
 * Lists answered questions of the product and its category that resemble a text.
 * @throws refusal `product_not_found`.
 */
export async function listSimilarQuestions(
  db: Db,
  slugOrId: string,
  text: string,
  locale: Locale,
): Promise<SimilarQuestions> {
  const rows = await listSimilarAnswered(db, await getProductId(db, slugOrId), text, locale, MAX_SIMILAR);
  return {
    items: rows.map(({ id, text: question, answer, is_same, product_name, link_rewrite }) => ({
      id,
      text: question,
      answer,
      product: is_same ? null : { name: product_name, link_rewrite },
    })),
  };
}
