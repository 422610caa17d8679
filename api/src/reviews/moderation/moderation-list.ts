import { serializeImage, serializeThumbnail } from "../../content/images.ts";
import { maskPersonalValue } from "../../platform/audit/personal-values.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import {
  MAX_EXACT_COUNT,
  type ModeratedQuestion,
  type ModeratedQuestionPage,
  type ModeratedReview,
  type ModeratedReviewPage,
  type ModerationListQuery,
  moderationViews,
  type SimilarQuestions,
} from "../admin-schema.ts";
import {
  countContent,
  findQuestionText,
  listQuestionsToModerate,
  listReviewsToModerate,
  type ModerationCounts,
  type ModerationListFilter,
  type ModerationListRow,
} from "../admin-sql.ts";
import { refuse } from "../../platform/http/errors.ts";
import { listSimilarAnswered } from "../question-sql.ts";
import { refusals } from "../schema.ts";
import { findContactData } from "./contact-data.ts";
import { findMedicalClaims } from "./medical-claims.ts";

/** The number of similar questions that moderators are offered. */
const MAX_SIMILAR = 3;

/** The person who reads a list: their language, and whether they may read orders. */
export type ModerationReader = Readonly<{ locale: Locale; canReadOrders: boolean }>;

/** Returns a page of reviews with the evidence for a decision. Names of authors are masked. */
export async function getReviewPage(
  db: Db,
  query: ModerationListQuery,
  reader: ModerationReader,
): Promise<ModeratedReviewPage> {
  const [rows, counts] = await Promise.all([
    listReviewsToModerate(db, buildFilter(query), reader.locale),
    countContent(db, "reviews", query.view),
  ]);
  const items = rows.slice(0, query.limit).map((row): ModeratedReview => ({
    ...serializeContent(row, reader),
    rating: row.rating,
    is_verified_purchase: row.is_verified_purchase,
    shop_answer: row.shop_answer,
    photos: row.photos.map((photo) => serializeImage(photo, "")),
  }));
  return { items, next: getNextCursor(rows, query.limit), ...serializeCounts(counts) };
}

/** Returns a page of questions with the evidence for a decision. Names of authors are masked. */
export async function getQuestionPage(
  db: Db,
  query: ModerationListQuery,
  reader: ModerationReader,
): Promise<ModeratedQuestionPage> {
  const [rows, counts] = await Promise.all([
    listQuestionsToModerate(db, buildFilter(query), reader.locale),
    countContent(db, "questions", query.view),
  ]);
  const items = rows.slice(0, query.limit).map((row): ModeratedQuestion => ({
    ...serializeContent(row, reader),
    is_public: row.is_public,
    answer: row.answer,
  }));
  return { items, next: getNextCursor(rows, query.limit), ...serializeCounts(counts) };
}

/**
 * Returns answered questions that resemble a question, whose answers can be reused.
 * @throws Refusal `question_not_found`
 */
export async function getSimilarQuestions(db: Db, id: number): Promise<SimilarQuestions> {
  const question = await findQuestionText(db, id);
  if (!question) throw refuse(refusals, "question_not_found");
  const { product_id, text, locale } = question;
  // One more, since an answered question resembles itself most.
  const rows = await listSimilarAnswered(db, product_id, text, locale, MAX_SIMILAR + 1);
  return {
    items: rows
      .filter((row) => row.id !== id)
      .slice(0, MAX_SIMILAR)
      .map(({ is_same, product_name, ...row }) => ({
        ...{ id: row.id, text: row.text, answer: row.answer },
        product: is_same ? null : product_name,
      })),
  };
}

function buildFilter({ view, locale, after, limit }: ModerationListQuery): ModerationListFilter {
  const [micros, id] = after?.split("_").map(Number) ?? [];
  return {
    status: view,
    locale,
    after: micros === undefined || id === undefined ? undefined : { micros, id },
    // One more than the page, to know whether there is a next one.
    limit: limit + 1,
  };
}

function getNextCursor(rows: readonly ModerationListRow[], limit: number): string | null {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return last ? `${last.created_micros}_${last.id}` : null;
}

function serializeCounts({ statuses, locales, oldest_pending_at }: ModerationCounts) {
  const serializeCount = (count: number) => ({
    count: Math.min(count, MAX_EXACT_COUNT),
    is_exact: count <= MAX_EXACT_COUNT,
  });
  return {
    views: moderationViews.map((key) => ({ key, ...serializeCount(statuses[key]) })),
    languages: (["ru-RU", "en-US"] as const).map((locale) => ({ locale, ...serializeCount(locales[locale]) })),
    oldest_pending_at: toIso(oldest_pending_at),
  };
}

function serializeContent(row: ModerationListRow, { canReadOrders }: ModerationReader) {
  const { id, status, locale, text, reject_reason, purchase, other_accounts, earlier, product_image } = row;
  return {
    ...{ id, status, locale, text, reject_reason, other_accounts, earlier },
    contact_data: findContactData(text),
    medical_claims: findMedicalClaims(text),
    author: maskPersonalValue("name", row.author_name),
    created_at: row.created_at.toISOString(),
    published_at: toIso(row.published_at),
    answered_at: toIso(row.answered_at),
    product: {
      id: row.product_id,
      name: row.product_name,
      reference: row.product_reference,
      image: product_image && serializeThumbnail(product_image, ""),
    },
    purchase: purchase && {
      order_id: canReadOrders ? purchase.order_id : null,
      status: purchase.status,
      delivered_at: purchase.delivered_at === null ? null : new Date(purchase.delivered_at).toISOString(),
    },
  };
}

const toIso = (time: Date | null) => time?.toISOString() ?? null;
