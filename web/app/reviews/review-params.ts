import { reviewSorts, type ReviewSort } from "./review-sorts.ts";

/** Sort, star filter and number of loaded pages of the reviews, from the URL. */
export type ReviewParams = { sort: ReviewSort; stars: number | null; pages: number };

/** Number of reviews shown first and added each time. */
export const REVIEWS_PER_PAGE = 5;
/** Number of questions shown first and added each time. */
export const QUESTIONS_PER_PAGE = 5;
/** The maximum number of reviews that are requested at once: a multiple of a page, below the limit of the API. */
const MAX_PER_REQUEST = 95;

/** Parses the review parameters of a URL; invalid values are ignored. */
export function parseReviewParams(searchParams: URLSearchParams): ReviewParams {
  const stars = Number(searchParams.get("stars"));
  return {
    sort: reviewSorts.find((candidate) => candidate === searchParams.get("sort")) ?? "new",
    stars: [1, 2, 3, 4, 5].includes(stars) ? stars : null,
    pages: Math.max(1, Math.trunc(Number(searchParams.get("reviews"))) || 1),
  };
}

/** Builds the query string of the API request. */
export function buildReviewQuery({ sort, stars, pages }: ReviewParams): string {
  const query = new URLSearchParams({ sort, per_page: String(Math.min(MAX_PER_REQUEST, pages * REVIEWS_PER_PAGE)) });
  if (stars !== null) query.set("stars", String(stars));
  return query.toString();
}

/** Builds the URL of the product page with these review parameters and the selected option. */
export function buildReviewsUrl(path: string, optionId: number | null, params: ReviewParams): string {
  const query = new URLSearchParams();
  if (optionId !== null) query.set("option", String(optionId));
  if (params.sort !== "new") query.set("sort", params.sort);
  if (params.stars !== null) query.set("stars", String(params.stars));
  if (params.pages > 1) query.set("reviews", String(params.pages));
  return `${path}${query.size > 0 ? `?${query}` : ""}#reviews`;
}
