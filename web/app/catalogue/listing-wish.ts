import type { Collection, Sort } from "@furoshiki/api/catalogue";

export const sorts = ["popular", "new", "price_asc", "price_desc", "rating", "discount"] as const satisfies Sort[];
export const PER_PAGE = 24;
/** Stars and percent that may be asked for; the API counts the products of each. */
const ratingSteps = [4, 3];
const discountSteps = [1, 20, 40];

/** What a shopper asked of a list of products. Every state has an address (decisions, Catalogue). */
export type ListingWish = {
  q: string;
  /** The words of `q` as they are written, unmended. */
  exact: boolean;
  usage: number[];
  manufacturer: number[];
  priceMin: number | null;
  priceMax: number | null;
  inStock: boolean;
  /** Stars at least. */
  ratingMin: number | null;
  /** Percent at least. */
  discountMin: number | null;
  /** Ingredients, or groups of them, that are not in it. */
  without: string[];
  /** Null: the list's own order. */
  sort: Sort | null;
  page: number;
};

/** What the page itself stands for, and no filter can change. */
export type ListingOf = {
  category?: string;
  collection?: Collection;
  manufacturer?: number;
  series?: number;
  tag?: string;
  ingredient?: string;
  q?: string;
};

/** The order that a list has by itself: a search's is how well the products fit. */
export function ownSort({ collection, q }: ListingOf): Sort | "match" {
  if (q) return "match";
  return collection === "prices-drop" ? "discount" : collection === "new-products" ? "new" : "popular";
}

/** The orders that a list is offered in beside its own. */
export function otherSorts(of: ListingOf): Sort[] {
  const own = ownSort(of);
  return sorts.filter((sort) => sort !== own);
}

/**
 * Reads the query string of a list; whatever is no filter is passed over, so that no address fails (`cleanQuery` drops it).
 */
export function readWish(params: URLSearchParams, of: ListingOf = {}): ListingWish {
  const sort = params.get("sort");
  const q = (params.get("q") ?? "").trim().slice(0, 200).trim();
  return {
    q,
    exact: q !== "" && params.get("exact") === "1",
    usage: ids(params, "usage"),
    manufacturer: ids(params, "manufacturer"),
    priceMin: price(params.get("price_min")),
    priceMax: price(params.get("price_max")),
    inStock: params.get("in_stock") === "1",
    ratingMin: step(params.get("rating_min"), ratingSteps),
    discountMin: step(params.get("discount_min"), discountSteps),
    without: [...new Set(params.getAll("without"))].filter((one) => /^[a-z0-9а-яё-]{1,100}$/.test(one)).slice(0, 20),
    sort: otherSorts(of).find((known) => known === sort) ?? null,
    page: pageIn(params.get("page")),
  };
}

function ids(params: URLSearchParams, name: string): number[] {
  const numbers = params
    .getAll(name)
    .flatMap((value) => value.split(","))
    .map(Number);
  return [...new Set(numbers.filter((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31))]
    .sort((a, b) => a - b)
    .slice(0, 50);
}

function price(value: string | null): number | null {
  const number = value?.trim() ? Number(value.trim().replace(",", ".")) : Number.NaN;
  return number >= 0 && number <= 1e9 ? number : null;
}

function step(value: string | null, steps: readonly number[]): number | null {
  return steps.find((one) => String(one) === value) ?? null;
}

function pageIn(value: string | null): number {
  return /^[1-9]\d{0,5}$/.test(value ?? "") ? Number(value) : 1;
}

/** The one query string of a wish: defaults left out, in a fixed order. Empty, or with its question mark. */
export function wishQuery(wish: ListingWish, change: Partial<ListingWish> = {}): string {
  // A change of anything but the page begins at the first page again.
  const asked = { ...wish, page: 1, ...change };
  const { q, exact, usage, manufacturer, priceMin, priceMax, inStock, ratingMin, discountMin, without, sort, page } =
    asked;
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  if (q && exact) params.set("exact", "1");
  for (const id of usage) params.append("usage", String(id));
  for (const id of manufacturer) params.append("manufacturer", String(id));
  if (priceMin !== null) params.set("price_min", String(priceMin));
  if (priceMax !== null) params.set("price_max", String(priceMax));
  if (inStock) params.set("in_stock", "1");
  if (ratingMin !== null) params.set("rating_min", String(ratingMin));
  if (discountMin !== null) params.set("discount_min", String(discountMin));
  for (const one of without) params.append("without", one);
  if (sort) params.set("sort", sort);
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query === "" ? "" : `?${query}`;
}

const ownNames = new Set(
  ["q", "exact", "usage", "manufacturer", "price_min", "price_max", "in_stock"].concat([
    ...["rating_min", "discount_min", "without", "sort", "page"],
  ]),
);

/** The query string as it should be: the wish in its one form, then what is no business of lists as it was. */
export function cleanQuery(params: URLSearchParams, wish: ListingWish): string {
  const clean = new URLSearchParams(wishQuery(wish, { page: wish.page }));
  for (const [name, value] of params) if (!ownNames.has(name)) clean.append(name, value);
  const query = clean.toString();
  return query === "" ? "" : `?${query}`;
}

/** How many filters are set; sorting and paging are none. */
export function filtersIn(wish: ListingWish): number {
  const prices = wish.priceMin !== null || wish.priceMax !== null ? 1 : 0;
  const bounds = [wish.inStock, wish.ratingMin !== null, wish.discountMin !== null].filter(Boolean).length;
  return wish.usage.length + wish.manufacturer.length + wish.without.length + prices + bounds;
}

/** The same list without any filter. */
export function withoutFilters(): Partial<ListingWish> {
  return {
    usage: [],
    manufacturer: [],
    priceMin: null,
    priceMax: null,
    inStock: false,
    ratingMin: null,
    discountMin: null,
    without: [],
  };
}

/** The call of the API that answers a wish. */
export function productsCall(of: ListingOf, wish: ListingWish): string {
  const params = new URLSearchParams(
    wishQuery({ ...wish, q: "", manufacturer: of.manufacturer ? [] : wish.manufacturer }, { page: wish.page }),
  );
  if (of.category) params.set("category", of.category);
  if (of.collection) params.set("collection", of.collection);
  if (of.manufacturer) params.set("maker", String(of.manufacturer));
  if (of.series) params.set("series", String(of.series));
  if (of.tag) params.set("tag", of.tag);
  if (of.ingredient) params.set("ingredient", of.ingredient);
  if (of.q) params.set("q", of.q);
  if (of.q && wish.exact) params.set("exact", "1");
  // A collection and a search have orders of their own until another is wished for.
  if (!wish.sort && !(of.collection || of.q)) params.set("sort", "popular");
  params.set("per_page", String(PER_PAGE));
  return `/v1/products?${params}`;
}
