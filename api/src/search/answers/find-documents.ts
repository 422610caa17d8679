import { calculateReadingMinutes } from "../../blog/reading-time.ts";
import { serializeCardImage } from "../../content/images.ts";
import { cachedFor } from "../../platform/cache/cache.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { QueryTerm } from "../query/parse-query.ts";
import { tokenize } from "../query/tokenize.ts";
import { findMatchingWords } from "../query/tsquery.ts";
import type { NameWord } from "../query/vocabulary.ts";
import type { SearchAnswer } from "../schema.ts";
import { type DocumentRow, listDocuments } from "./document-sql.ts";

const CACHE_MS = 15_000;

const createDocumentCache = (locale: Locale) => cachedFor(CACHE_MS, (db) => listDocuments(db, locale));
const documentCaches: Record<Locale, ReturnType<typeof createDocumentCache>> = {
  "ru-RU": createDocumentCache("ru-RU"),
  "en-US": createDocumentCache("en-US"),
};

/** What was searched for, and what the search for products found. */
export type AnsweredSearch = {
  /** The query as words, and phrases that mean the same. */
  phrases: readonly string[];
  /** All terms of the query. */
  terms: readonly QueryTerm[];
  /** The terms that were ignored in order to find products. */
  droppedTerms: readonly QueryTerm[];
  /** What the products must not have: «паста без фтора» is answered by an article about fluoride. */
  excludedTerms: readonly QueryTerm[];
  /** Whether any product has all the terms. */
  hasProducts: boolean;
};

export type FoundDocument = {
  answer: SearchAnswer;
  /** Whether it has terms that were ignored in order to find products. */
  hasDroppedTerm: boolean;
};

/** Returns the information pages and the published blog posts that answer a search, the best first. */
export async function findDocuments(
  db: Db,
  search: AnsweredSearch,
  { locale, now }: { locale: Locale; now: Date },
): Promise<FoundDocument[]> {
  const documents = await documentCaches[locale].get(db);
  const published = documents.filter(({ publishedAt }) => publishedAt === null || publishedAt <= now);
  const scored = published.map((document) => ({ document, score: scoreDocument(document, search) }));
  // Those about the products that were found follow those that have all the words.
  const keptSearch = search.droppedTerms.length > 0 ? withoutDroppedTerms(search) : null;
  const isAboutProducts = ({ document, score }: (typeof scored)[number]) =>
    score === 0 && keptSearch !== null && scoreDocument(document, keptSearch) > 0;
  return [
    ...scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score),
    ...scored.filter(isAboutProducts),
  ].map(({ document, score }) => {
    const words = [...document.titleWords, ...document.summaryWords];
    const hasDroppedTerm = search.droppedTerms.some((term) => findMatchingWords(term, words) !== null);
    return { answer: serializeDocument(document), hasDroppedTerm: score > 0 && hasDroppedTerm };
  });
}

const withoutDroppedTerms = (search: AnsweredSearch): AnsweredSearch => ({
  ...search,
  terms: search.terms.filter((term) => !search.droppedTerms.includes(term)),
  hasProducts: true,
});

/** The share of the words of a title that a search which finds products must name, so that the text is about it. */
const MIN_TITLE_SHARE = 0.5;

/**
 * Returns how well a document answers a search; 0 if it does not. The title itself is the best query, then all words in
 * the title, then some in the title and the others in the summary. If products were found, the title must be about
 * little else. If none was found, a page also answers that has some of the words in its title, or all in its text: first
 * one whose whole title was named, so that «сколько стоит доставка» means «Доставка».
 */
export function scoreDocument(document: DocumentRow, search: AnsweredSearch): number {
  const { kind, title, titleWords, summaryWords, bodyWords } = document;
  const { terms, hasProducts } = search;
  if (search.phrases.includes(tokenize(title).join(" "))) return 5;
  const countTerms = (words: readonly NameWord[]) =>
    terms.filter((term) => findMatchingWords(term, words) !== null).length;
  const titleTerms = countTerms(titleWords);
  const namedWords = [...terms, ...search.excludedTerms].flatMap((term) => findMatchingWords(term, titleWords) ?? []);
  const titleShare = new Set(namedWords).size / Math.max(1, titleWords.length);
  if (hasProducts && titleShare < MIN_TITLE_SHARE) return 0;
  if (titleTerms > 0 && titleTerms === terms.length) return 3 + titleShare;
  const summaryTerms = countTerms([...titleWords, ...summaryWords]);
  if (!hasProducts && kind === "page" && titleTerms > 0 && titleShare === 1) return 2.9;
  if (titleTerms > 0 && summaryTerms === terms.length) return 2 + titleShare;
  if (hasProducts || terms.length === 0) return 0;
  if (titleTerms > 0 && (kind === "page" || titleShare >= MIN_TITLE_SHARE))
    return 1 + (titleTerms + titleShare / 2) / (terms.length + 1);
  if (kind === "post") return 0;
  if (summaryTerms === terms.length) return 1;
  return countTerms([...titleWords, ...summaryWords, ...bodyWords]) === terms.length
    ? 0.5 + summaryTerms / (4 * terms.length)
    : 0;
}

function serializeDocument({ kind, slug, title, summary, cover, length }: DocumentRow): SearchAnswer {
  return {
    ...{ kind, title, count: null },
    path: kind === "page" ? `/info/${slug}` : `/blog/${slug}`,
    // Values of variables are known to the page itself only.
    summary: summary === "" || summary.includes("{{") ? null : summary,
    image: cover && serializeCardImage(cover, ""),
    minutes: kind === "post" ? calculateReadingMinutes(length) : null,
  };
}
