import { reviewSorts, type ReviewSort } from "./review-sorts.ts";

/** Filters, sort and number of loaded pages of the reviews, from the URL. At most one filter is active. */
export type ReviewParams = {
  sort: ReviewSort;
  stars: number | null;
  group: "good" | "fair" | null;
  photos: boolean;
  word: string | null;
  pages: number;
};

/** Number of reviews on the product page, which links to all of them. */
export const REVIEWS_ON_PRODUCT_PAGE = 3;
/** Number of reviews shown first and added each time. */
export const REVIEWS_PER_PAGE = 10;
/** Number of questions shown first and added each time. */
export const QUESTIONS_PER_PAGE = 5;
/** The maximum number of reviews that are requested at once: a multiple of a page, below the limit of the API. */
const MAX_PER_REQUEST = 90;
const MIN_WORD_LENGTH = 3;
const MAX_WORD_LENGTH = 30;

/** All reviews, without a filter. */
export const noFilter = { stars: null, group: null, photos: false, word: null } as const;
export type ReviewFilter = Pick<ReviewParams, "stars" | "group" | "photos" | "word">;

/** Parses the review parameters of a URL; invalid values are ignored. */
export function parseReviewParams(searchParams: URLSearchParams): ReviewParams {
  return {
    ...noFilter,
    ...parseFilter(searchParams),
    sort: reviewSorts.find((candidate) => candidate === searchParams.get("sort")) ?? "helpful",
    pages: Math.max(1, Math.trunc(Number(searchParams.get("page"))) || 1),
  };
}

function parseFilter(searchParams: URLSearchParams): Partial<ReviewFilter> {
  const stars = Number(searchParams.get("stars"));
  const group = searchParams.get("group");
  const word = searchParams.get("word")?.trim() ?? "";
  if ([1, 2, 3, 4, 5].includes(stars)) return { stars };
  if (group === "good" || group === "fair") return { group };
  if (searchParams.get("photos") === "1") return { photos: true };
  return word.length >= MIN_WORD_LENGTH && word.length <= MAX_WORD_LENGTH ? { word } : {};
}

export const isFiltered = ({ stars, group, photos, word }: ReviewFilter): boolean =>
  stars !== null || group !== null || photos || word !== null;

function buildFilterQuery({ stars, group, photos, word }: ReviewFilter): [string, string][] {
  return [
    ...(stars === null ? [] : [["stars", String(stars)] as [string, string]]),
    ...(group === null ? [] : [["group", group] as [string, string]]),
    ...(photos ? [["photos", "1"] as [string, string]] : []),
    ...(word === null ? [] : [["word", word] as [string, string]]),
  ];
}

/** Builds the query string of the API request. */
export function buildReviewQuery({ sort, pages, ...filter }: ReviewParams): string {
  const perPage = String(Math.min(MAX_PER_REQUEST, pages * REVIEWS_PER_PAGE));
  return new URLSearchParams([["sort", sort], ["per_page", perPage], ...buildFilterQuery(filter)]).toString();
}

/** Builds the path of the page with all reviews of a product, without the locale prefix. */
export function buildReviewsPath(productPath: string, params: Partial<ReviewParams> = {}): string {
  const { sort = "helpful", pages = 1, ...filter } = params;
  const query = new URLSearchParams(buildFilterQuery({ ...noFilter, ...filter }));
  if (sort !== "helpful") query.set("sort", sort);
  if (pages > 1) query.set("page", String(pages));
  return `${productPath}/reviews${query.size > 0 ? `?${query}` : ""}`;
}
