import type { Collection, Sort } from "@furoshiki/api/catalog";

/** The sorts that listings offer, except that by relevance. */
export const sorts = ["popular", "new", "price_asc", "price_desc", "rating", "discount"] as const satisfies Sort[];
/** Number of products on a page of a listing. */
export const PER_PAGE = 24;
/** Thresholds of the rating (stars) and discount (percent) filters; the API counts the products for each. */
const ratingSteps = [4, 3];
const discountSteps = [1, 20, 40];

/** The filters, sort and page of a product listing. Every state has its own URL. */
export type ListingQuery = {
  q: string;
  /** Whether to search for `q` exactly as typed, without spelling correction. */
  exact: boolean;
  concernIds: number[];
  brandIds: number[];
  priceMin: number | null;
  priceMax: number | null;
  inStock: boolean;
  /** Only products that can be sent to the visitor's country. */
  shippable: boolean;
  /** Minimum rating in stars. */
  ratingMin: number | null;
  /** Minimum discount in percent. */
  discountMin: number | null;
  /** Slugs of ingredients or ingredient groups that products must not contain. */
  excludedIngredients: string[];
  /** Null for the default sort of the listing. */
  sort: Sort | null;
  page: number;
};

/** What the page lists by itself, which no filter can change. */
export type ListingScope = {
  category?: string;
  collection?: Collection;
  brandId?: number;
  series?: number;
  tag?: string;
  ingredient?: string;
  q?: string;
};

/** Returns the default sort of a listing; for a search it is by relevance. */
export function getDefaultSort({ collection, q }: ListingScope): Sort | "match" {
  if (q) return "match";
  return collection === "prices-drop" ? "discount" : collection === "new-products" ? "new" : "popular";
}

/** Returns the sorts that a listing offers besides its default. */
export function getOtherSorts(scope: ListingScope): Sort[] {
  const defaultSort = getDefaultSort(scope);
  return sorts.filter((sort) => sort !== defaultSort);
}

/**
 * Parses the query string of a listing. Invalid values are ignored, so no URL fails; `normalizeQueryString` removes
 * them from the URL.
 */
export function parseListingQuery(params: URLSearchParams, scope: ListingScope = {}): ListingQuery {
  const sort = params.get("sort");
  const q = (params.get("q") ?? "").trim().slice(0, 200).trim();
  return {
    q,
    exact: q !== "" && params.get("exact") === "1",
    concernIds: parseIds(params, "usage"),
    brandIds: parseIds(params, "manufacturer"),
    priceMin: parsePrice(params.get("price_min")),
    priceMax: parsePrice(params.get("price_max")),
    inStock: params.get("in_stock") === "1",
    shippable: params.get("shippable") === "1",
    ratingMin: parseStep(params.get("rating_min"), ratingSteps),
    discountMin: parseStep(params.get("discount_min"), discountSteps),
    excludedIngredients: [...new Set(params.getAll("without"))]
      .filter((slug) => /^[a-z0-9а-яё-]{1,100}$/.test(slug))
      .slice(0, 20),
    sort: getOtherSorts(scope).find((candidate) => candidate === sort) ?? null,
    page: parsePage(params.get("page")),
  };
}

function parseIds(params: URLSearchParams, name: string): number[] {
  const numbers = params
    .getAll(name)
    .flatMap((value) => value.split(","))
    .map(Number);
  return [...new Set(numbers.filter((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31))]
    .sort((a, b) => a - b)
    .slice(0, 50);
}

function parsePrice(value: string | null): number | null {
  const number = value?.trim() ? Number(value.trim().replace(",", ".")) : Number.NaN;
  return number >= 0 && number <= 1e9 ? number : null;
}

function parseStep(value: string | null, steps: readonly number[]): number | null {
  return steps.find((step) => String(step) === value) ?? null;
}

function parsePage(value: string | null): number {
  return /^[1-9]\d{0,5}$/.test(value ?? "") ? Number(value) : 1;
}

/**
 * Builds the canonical query string: default values are omitted and the order is fixed. Returns an empty string or a
 * string that begins with `?`. A change of anything except the page resets the page to 1.
 */
export function buildQueryString(listingQuery: ListingQuery, change: Partial<ListingQuery> = {}): string {
  const changedQuery = { ...listingQuery, page: 1, ...change };
  const {
    q,
    exact,
    concernIds,
    brandIds,
    priceMin,
    priceMax,
    inStock,
    shippable,
    ratingMin,
    discountMin,
    excludedIngredients,
    sort,
    page,
  } = changedQuery;
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  if (q && exact) params.set("exact", "1");
  for (const id of concernIds) params.append("usage", String(id));
  for (const id of brandIds) params.append("manufacturer", String(id));
  if (priceMin !== null) params.set("price_min", String(priceMin));
  if (priceMax !== null) params.set("price_max", String(priceMax));
  if (inStock) params.set("in_stock", "1");
  if (shippable) params.set("shippable", "1");
  if (ratingMin !== null) params.set("rating_min", String(ratingMin));
  if (discountMin !== null) params.set("discount_min", String(discountMin));
  for (const slug of excludedIngredients) params.append("without", slug);
  if (sort) params.set("sort", sort);
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query === "" ? "" : `?${query}`;
}

const listingParamNames = new Set(
  ["q", "exact", "usage", "manufacturer", "price_min", "price_max", "in_stock", "shippable"].concat([
    ...["rating_min", "discount_min", "without", "sort", "page"],
  ]),
);

/**
 * Returns the normalized query string: the canonical listing parameters followed by all parameters that do not belong
 * to listings, unchanged.
 */
export function normalizeQueryString(params: URLSearchParams, listingQuery: ListingQuery): string {
  const normalized = new URLSearchParams(buildQueryString(listingQuery, { page: listingQuery.page }));
  for (const [name, value] of params) if (!listingParamNames.has(name)) normalized.append(name, value);
  const query = normalized.toString();
  return query === "" ? "" : `?${query}`;
}

/** Returns the number of active filters; sort and page do not count. */
export function countFilters(listingQuery: ListingQuery): number {
  const priceFilterCount = listingQuery.priceMin !== null || listingQuery.priceMax !== null ? 1 : 0;
  const thresholdFilterCount = [
    listingQuery.inStock,
    listingQuery.shippable,
    listingQuery.ratingMin !== null,
    listingQuery.discountMin !== null,
  ].filter(Boolean).length;
  return (
    listingQuery.concernIds.length +
    listingQuery.brandIds.length +
    listingQuery.excludedIngredients.length +
    priceFilterCount +
    thresholdFilterCount
  );
}

/** Returns a change that removes all filters. */
export function getEmptyFilters(): Partial<ListingQuery> {
  return {
    concernIds: [],
    brandIds: [],
    priceMin: null,
    priceMax: null,
    inStock: false,
    shippable: false,
    ratingMin: null,
    discountMin: null,
    excludedIngredients: [],
  };
}

/** Returns the path of the API request for a listing. */
export function buildProductsPath(scope: ListingScope, listingQuery: ListingQuery): string {
  const params = new URLSearchParams(
    buildQueryString(
      { ...listingQuery, q: "", brandIds: scope.brandId ? [] : listingQuery.brandIds },
      { page: listingQuery.page },
    ),
  );
  if (scope.category) params.set("category", scope.category);
  if (scope.collection) params.set("collection", scope.collection);
  if (scope.brandId) params.set("maker", String(scope.brandId));
  if (scope.series) params.set("series", String(scope.series));
  if (scope.tag) params.set("tag", scope.tag);
  if (scope.ingredient) params.set("ingredient", scope.ingredient);
  if (scope.q) params.set("q", scope.q);
  if (scope.q && listingQuery.exact) params.set("exact", "1");
  // Collections and searches use the API's default sort until another one is chosen.
  if (!listingQuery.sort && !(scope.collection || scope.q)) params.set("sort", "popular");
  params.set("per_page", String(PER_PAGE));
  return `/v1/products?${params}`;
}
