import type { ShippingTerms } from "../../platform/shipping-terms.ts";
import type { Collection, FacetStep, Sort } from "../schema.ts";

/** Products that belong to any of these groups. */
export type ProductGroupIds = Readonly<{
  categoryIds: ReadonlySet<number>;
  tagIds: ReadonlySet<number>;
  concernIds: ReadonlySet<number>;
}>;

/** Products whose names match a tsquery. Only an index that `hasNames` can be asked for them. */
export type NamedProducts = Readonly<{ names: string }>;

/** A condition that decides the order of a search result: products that meet it come first. */
export type RankCondition =
  | Readonly<{ ids: ReadonlySet<number> } | { categoryIds: ReadonlySet<number> } | { groups: ProductGroupIds }>
  | NamedProducts;

/** Products that a search leaves out: those whose names match a tsquery, if there is one, and those with these ids. */
export type ExcludedProducts = Readonly<{ names: string | null; ids: ReadonlySet<number> }>;

/**
 * The products that a search found. Those of common words are not listed, because there may be 100,000; they may be joined by
 * those of groups, and some of all these may be excluded.
 */
export type FoundProducts =
  | Readonly<{ ids: readonly number[] }>
  | (NamedProducts & { readonly groups?: ProductGroupIds; readonly without?: ExcludedProducts });

/**
 * The result of a search: the matching products, and conditions by relevance, the most important first. Products are
 * sorted by relevance before availability.
 */
export type SearchMatches = Readonly<{
  products: ProductIndex;
  found: FoundProducts;
  rank: readonly RankCondition[];
}>;

/** The filters of a listing. Prices in kopecks. */
export type ListingFilter = {
  /** A category and everything below it. */
  categoryIds?: number[] | undefined;
  /** The brand whose page this is; unlike `brandIds` it is not a facet choice. */
  pageBrandId?: number | undefined;
  brandIds: number[];
  concernIds: number[];
  seriesId?: number | undefined;
  tagId?: number | undefined;
  collection?: Collection | undefined;
  /** Products with excluded ingredients. */
  excludedProductIds?: ReadonlySet<number> | undefined;
  /** Products with the required ingredient. */
  containingProductIds?: ReadonlySet<number> | undefined;
  /** The search result that the list is restricted to (module `search`). */
  matches?: SearchMatches | undefined;
  ids: number[];
  priceMinMinor?: number | undefined;
  priceMaxMinor?: number | undefined;
  inStock: boolean;
  /** Minimum rating as displayed, in stars. */
  ratingMin?: number | undefined;
  /** Minimum discount in percent. */
  discountMin?: number | undefined;
  /** The terms of delivery to the shopper's country; products that cannot be sent there are counted. */
  shipping?: ShippingTerms | null;
  /** Only products that can be sent to the shopper's country. */
  shippableOnly?: boolean;
  now: Date;
  newSince: Date;
};

/** The filters that have facets. */
export type FacetKey = "brand" | "concern" | "price" | "stock" | "rating" | "discount" | "shipping";

export type Facets = {
  total: number;
  /** Product counts by brand or concern id; ids without products are omitted. */
  brands: Map<number, number>;
  concerns: Map<number, number>;
  /** In kopecks; null if there are no products. */
  priceMin: number | null;
  priceMax: number | null;
  inStock: number;
  ratings: FacetStep[];
  discounts: FacetStep[];
  /** Products that cannot be sent to the shopper's country; null if it is unknown. */
  notShippable: number | null;
};

export type ListingPage = Readonly<{ sort: Sort | undefined; page: number; perPage: number }>;

/**
 * Filters, counts and sorts the active products. It is kept in the memory of each process, or in the database
 * (docs/decisions/0118-keep-large-listings-in-the-database.md); both return the same.
 */
export type ProductIndex = Readonly<{
  /** What is cached about the products is kept by this object: the same for indexes over the primary and over a replica. */
  cacheKey: object;
  /** Whether it can select products by their names, as `NamedProducts`. */
  hasNames: boolean;
  /** Returns the ids of a page of the products that match a filter, and the facets of all that match. */
  findProducts: (filter: ListingFilter, page: ListingPage) => Promise<{ ids: number[]; facets: Facets }>;
  /** Returns the ids of the first `limit` products of a search result, by relevance. */
  findBestMatches: (matches: SearchMatches, now: Date, limit: number) => Promise<number[]>;
  /** Returns the ids of the products that belong to any of the groups, in ascending order. */
  findByGroups: (groups: ProductGroupIds) => Promise<number[]>;
  /** Returns how many of the found products are excluded, and whether any is not. Only if the index `hasNames`. */
  countExcluded: (
    found: FoundProducts,
    excluded: ExcludedProducts,
  ) => Promise<{ excluded: number; hasOthers: boolean }>;
  /** Returns the ids of the found products that belong to one of the categories, in any order. */
  selectInCategories: (found: FoundProducts, categoryIds: ReadonlySet<number>) => Promise<number[]>;
  /** Returns how many of the products are active, at most `limit`. */
  countActive: (ids: Iterable<number>, limit: number) => Promise<number>;
}>;
