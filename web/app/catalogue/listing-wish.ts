import type { Collection, Sort } from "@furoshiki/api/catalogue";

export const sorts = ["popular", "new", "price_asc", "price_desc", "rating", "discount"] as const satisfies Sort[];
export const PER_PAGE = 24;

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
  sort: Sort;
  page: number;
};

/** What the page itself stands for, and no filter can change. */
export type ListingOf = {
  category?: string;
  collection?: Collection;
  manufacturer?: number;
  series?: number;
  tag?: string;
  q?: string;
};

/** Reads the query string; whatever is no filter is passed over, so that no address fails. */
export function readWish(params: URLSearchParams): ListingWish {
  const sort = params.get("sort");
  const q = (params.get("q") ?? "").trim().slice(0, 200);
  return {
    q,
    exact: q !== "" && params.get("exact") === "1",
    usage: ids(params, "usage"),
    manufacturer: ids(params, "manufacturer"),
    priceMin: price(params.get("price_min")),
    priceMax: price(params.get("price_max")),
    inStock: params.get("in_stock") === "1",
    sort: sorts.find((known) => known === sort) ?? "popular",
    page: Math.max(1, Math.min(100_000, Math.trunc(Number(params.get("page"))) || 1)),
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

/** The one query string of a wish: defaults left out, in a fixed order. Empty, or with its question mark. */
export function wishQuery(wish: ListingWish, change: Partial<ListingWish> = {}): string {
  // A change of anything but the page begins at the first page again.
  const { q, exact, usage, manufacturer, priceMin, priceMax, inStock, sort, page } = { ...wish, page: 1, ...change };
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  if (q && exact) params.set("exact", "1");
  for (const id of usage) params.append("usage", String(id));
  for (const id of manufacturer) params.append("manufacturer", String(id));
  if (priceMin !== null) params.set("price_min", String(priceMin));
  if (priceMax !== null) params.set("price_max", String(priceMax));
  if (inStock) params.set("in_stock", "1");
  if (sort !== "popular") params.set("sort", sort);
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query === "" ? "" : `?${query}`;
}

/** How many filters are set; sorting and paging are none. */
export function filtersIn(wish: ListingWish): number {
  const prices = wish.priceMin !== null || wish.priceMax !== null ? 1 : 0;
  return wish.usage.length + wish.manufacturer.length + prices + (wish.inStock ? 1 : 0);
}

/** The same list without any filter. */
export function withoutFilters(): Partial<ListingWish> {
  return { usage: [], manufacturer: [], priceMin: null, priceMax: null, inStock: false };
}

/** The call of the API that answers a wish. */
export function productsCall(of: ListingOf, wish: ListingWish): string {
  const params = new URLSearchParams(
    wishQuery(
      { ...wish, q: "", manufacturer: of.manufacturer ? [of.manufacturer] : wish.manufacturer },
      { page: wish.page },
    ),
  );
  if (of.category) params.set("category", of.category);
  if (of.collection) params.set("collection", of.collection);
  if (of.series) params.set("series", String(of.series));
  if (of.tag) params.set("tag", of.tag);
  if (of.q) params.set("q", of.q);
  if (of.q && wish.exact) params.set("exact", "1");
  // A collection and a search have orders of their own until another is wished for.
  if (wish.sort !== "popular" || !(of.collection || of.q)) params.set("sort", wish.sort);
  params.set("per_page", String(PER_PAGE));
  return `/v1/products?${params}`;
}
