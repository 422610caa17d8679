import { questionMax, questionMin } from "../content/settings.ts";
import { getProductId } from "../catalogue/service.ts";
import { type Db, withTransaction } from "../platform/db.ts";
import { commonRefusals, refuse } from "../platform/errors.ts";
import type { Customer } from "../platform/http.ts";
import { hitLimit } from "../platform/limits.ts";
import type { Locale } from "../platform/locale.ts";
import { settingValue } from "../platform/settings.ts";
import { answeredLike, publishedQuestions } from "./question-sql.ts";
import { type NewQuestion, type OwnQuestion, type QuestionList, refusals, type SimilarQuestions } from "./schema.ts";
import { questionLimit } from "./settings.ts";
import type { OwnQuestionRow } from "./sql.ts";
import { putQuestion } from "./writing-sql.ts";

const SIMILAR = 3;

/** Published questions with their answers, and the asker's own that wait. Refuses `product_not_found`. */
export async function listQuestions(
  db: Db,
  slugOrId: string,
  { page, per_page: perPage }: { page: number; per_page: number },
  customer: Customer | null,
): Promise<QuestionList> {
  const found = await publishedQuestions(db, slugOrId, {
    limit: perPage,
    offset: (page - 1) * perPage,
    customerId: customer?.id ?? null,
  });
  if (!found) throw refuse(refusals, "product_not_found");
  return {
    items: found.items.map(({ id, author_name, text, is_public, locale, published_at, answer }) => ({
      id,
      author: is_public ? author_name : null,
      text,
      locale,
      created_at: published_at.toISOString(),
      answer,
    })),
    total: found.total,
    page,
    per_page: perPage,
    own: found.own.map(shownOwnQuestion),
  };
}

export function shownOwnQuestion(row: OwnQuestionRow): OwnQuestion {
  const { id, text, locale, is_public, status, reject_reason, created_at, answer } = row;
  return { id, text, locale, is_public, status, reject_reason, created_at: created_at.toISOString(), answer };
}

/**
 * Asks a question; the same sent twice is one.
 * Refuses `product_not_found`, `too_many_requests`, and `too_short` or `too_long` in the field `text`.
 */
export async function askQuestion(
  db: Db,
  customer: Customer,
  slugOrId: string,
  asked: NewQuestion,
  { locale, now }: { locale: Locale; now: Date },
): Promise<{ isNew: boolean }> {
  const productId = await getProductId(db, slugOrId);
  const [min, max] = [await settingValue(db, questionMin), await settingValue(db, questionMax)];
  const code = asked.text.length < min ? "too_short" : asked.text.length > max ? "too_long" : null;
  if (code) throw refuse(commonRefusals, "validation_failed", { fields: { text: [code] } });
  await hitLimit(db, `question:${customer.id}`, { ...(await settingValue(db, questionLimit)), now });
  return withTransaction(db, async (db) => {
    const put = await putQuestion(db, { ...asked, productId, customerId: customer.id, locale, now });
    return { isNew: put?.is_new ?? false };
  });
}

/** Questions of the product and its category that were answered and resemble what is typed. Refuses `product_not_found`. */
export async function listSimilarQuestions(
  db: Db,
  slugOrId: string,
  text: string,
  locale: Locale,
): Promise<SimilarQuestions> {
  const rows = await answeredLike(db, await getProductId(db, slugOrId), text, locale, SIMILAR);
  return {
    items: rows.map(({ id, text: question, answer, is_same, product_name, link_rewrite }) => ({
      id,
      text: question,
      answer,
      product: is_same ? null : { name: product_name, link_rewrite },
    })),
  };
}
