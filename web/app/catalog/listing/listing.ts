import type { FacetValue, ProductList } from "@furoshiki/api/catalog";
import type { SearchResults } from "@furoshiki/api/search";
import { redirect } from "react-router";
import type { RequestContext } from "../../api-client/request-context.ts";
import { createNotFound } from "../../errors/not-found.ts";
import type { PageMeta } from "../../seo/page-meta.ts";
import {
  normalizeQueryString,
  countFilters,
  PER_PAGE,
  buildProductsPath,
  parseListingQuery,
  buildQueryString,
  type ListingScope,
  type ListingQuery,
} from "./listing-query.ts";
import { createProductCardView, type ProductCardView } from "../product-cards/product-card-view.ts";

/** A product listing as its page shows it. */
export type Listing = {
  scope: ListingScope;
  listingQuery: ListingQuery;
  cards: ProductCardView[];
  total: number;
  pages: number;
  facets: ProductList["facets"];
};

type LoadedListing = { listing: Listing } & Pick<
  SearchResults,
  "category" | "corrected" | "dropped" | "excluded" | "close" | "answers"
>;

/**
 * Loads the page of products that the URL requests. Redirects to the canonical URL if the query string is not
 * normalized or has unknown brands or concerns. Throws 404 if the page is behind the last one.
 */
export async function loadListing(requestContext: RequestContext, scope: ListingScope): Promise<LoadedListing> {
  const { pathname, searchParams } = new URL(requestContext.path, "http://shop");
  const requestedQuery = parseListingQuery(searchParams, scope);
  // The brand or search of the page itself overrides the query string.
  const hasFixedBrand = scope.brandId !== undefined || scope.series !== undefined;
  const scopedQuery = {
    ...requestedQuery,
    ...(hasFixedBrand ? { brandIds: [] } : {}),
    ...(scope.q ? {} : { q: "", exact: false }),
  };
  redirectToCanonicalQuery(requestContext, pathname, searchParams, scopedQuery, 301);
  const productList = await requestContext.load<SearchResults>(buildProductsPath(scope, scopedQuery));
  const { usages, manufacturers } = productList.facets;
  const listingQuery = {
    ...scopedQuery,
    concernIds: keepAvailable(scopedQuery.concernIds, usages),
    brandIds: keepAvailable(scopedQuery.brandIds, manufacturers),
  };
  // Unknown ids may exist later, so this redirect is temporary.
  redirectToCanonicalQuery(requestContext, pathname, searchParams, listingQuery, 302);
  const pages = Math.max(1, Math.ceil(productList.total / PER_PAGE));
  if (listingQuery.page > pages) throw createNotFound();
  const listing = {
    scope,
    listingQuery,
    cards: productList.items.map(createProductCardView),
    total: productList.total,
    pages,
    facets: productList.facets,
  };
  const { category, corrected, dropped, excluded, close, answers } = productList;
  return { listing, category, corrected, dropped, excluded, close, answers };
}

function keepAvailable(ids: readonly number[], values: readonly FacetValue[]): number[] {
  return ids.filter((id) => values.some((value) => value.id === id));
}

/** Throws a redirect to the canonical query string if `params` differ from it. */
function redirectToCanonicalQuery(
  requestContext: RequestContext,
  path: string,
  params: URLSearchParams,
  listingQuery: ListingQuery,
  status: 301 | 302,
): void {
  const canonicalQuery = normalizeQueryString(params, listingQuery);
  if (canonicalQuery.slice(1) !== params.toString()) throw redirect(requestContext.to(path) + canonicalQuery, status);
}

/**
 * Returns the canonical URL for search engines: the listing itself and each further page. A filtered or differently
 * sorted listing points to the plain one and is not indexed (docs/domain/catalog.md).
 */
export function getListingMeta(
  path: string,
  { listingQuery, total }: Listing,
): Pick<PageMeta, "canonical" | "noindex"> {
  const isUnfiltered = countFilters(listingQuery) === 0 && listingQuery.sort === null;
  if (!isUnfiltered) return { canonical: path, noindex: true };
  // Empty listings are not indexed.
  return {
    ...(total === 0 ? { noindex: true } : {}),
    canonical:
      listingQuery.page > 1 ? path + buildQueryString({ ...listingQuery, q: "" }, { page: listingQuery.page }) : path,
  };
}
