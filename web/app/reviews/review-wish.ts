import { reviewSorts, type ReviewSort } from "./review-sorts.ts";

/** How the reviews of a product page are asked for by its address. */
export type ReviewWish = { sort: ReviewSort; stars: number | null; steps: number };

/** How many reviews a page shows at first, and how many more each time. */
export const REVIEWS_STEP = 5;
/** The same of questions. */
export const QUESTIONS_STEP = 5;
const MOST = 95;

export function reviewWish(search: URLSearchParams): ReviewWish {
  const stars = Number(search.get("stars"));
  return {
    sort: reviewSorts.find((known) => known === search.get("sort")) ?? "new",
    stars: [1, 2, 3, 4, 5].includes(stars) ? stars : null,
    steps: Math.max(1, Math.trunc(Number(search.get("reviews"))) || 1),
  };
}

/** The query of the API that a wish stands for. */
export function reviewQuery({ sort, stars, steps }: ReviewWish): string {
  const query = new URLSearchParams({ sort, per_page: String(Math.min(MOST, steps * REVIEWS_STEP)) });
  if (stars !== null) query.set("stars", String(stars));
  return query.toString();
}

/** The address of the page with the reviews asked for so; the option that it shows stays. */
export function reviewAddress(path: string, optionId: number | null, wish: ReviewWish): string {
  const query = new URLSearchParams();
  if (optionId !== null) query.set("option", String(optionId));
  if (wish.sort !== "new") query.set("sort", wish.sort);
  if (wish.stars !== null) query.set("stars", String(wish.stars));
  if (wish.steps > 1) query.set("reviews", String(wish.steps));
  return `${path}${query.size > 0 ? `?${query}` : ""}#reviews`;
}
