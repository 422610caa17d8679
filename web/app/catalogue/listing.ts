import type { FacetValue, ProductList } from "@furoshiki/api/catalogue";
import { redirect } from "react-router";
import type { Visit } from "../lib/api.ts";
import { notFound } from "../lib/not-found.ts";
import type { PageFacts } from "../lib/seo.ts";
import {
  cleanQuery,
  filtersIn,
  PER_PAGE,
  productsCall,
  readWish,
  wishQuery,
  type ListingOf,
  type ListingWish,
} from "./listing-wish.ts";
import { shownCard, type ShownCard } from "./shown-card.ts";

/** A list of products as its page shows it. */
export type Listing = {
  of: ListingOf;
  wish: ListingWish;
  cards: ShownCard[];
  total: number;
  pages: number;
  facets: ProductList["facets"];
};

type Loaded = { listing: Listing } & Pick<ProductList, "category" | "corrected" | "dropped" | "close">;

/** Asks the API for the page of products that the address names. A page behind the last one is not found. */
export async function loadListing(visit: Visit, of: ListingOf): Promise<Loaded> {
  const { pathname, searchParams } = new URL(visit.path, "http://shop");
  const asked = readWish(searchParams, of);
  // A page has one manufacturer or one search of its own, whatever else its address says.
  const isMakers = of.manufacturer !== undefined || of.series !== undefined;
  const own = { ...asked, ...(isMakers ? { manufacturer: [] } : {}), ...(of.q ? {} : { q: "", exact: false }) };
  keepClean(visit, pathname, searchParams, own, 301);
  const list = await visit.page<ProductList>(productsCall(of, own));
  const { usages, manufacturers } = list.facets;
  const wish = { ...own, usage: known(own.usage, usages), manufacturer: known(own.manufacturer, manufacturers) };
  // What is unknown today may be known tomorrow: browsers shall ask again.
  keepClean(visit, pathname, searchParams, wish, 302);
  const pages = Math.max(1, Math.ceil(list.total / PER_PAGE));
  if (wish.page > pages) throw notFound();
  const listing = { of, wish, cards: list.items.map(shownCard), total: list.total, pages, facets: list.facets };
  const { category, corrected, dropped, close } = list;
  return { listing, category, corrected, dropped, close };
}

function known(chosen: readonly number[], values: readonly FacetValue[]): number[] {
  return chosen.filter((id) => values.some((value) => value.id === id));
}

/** Every state of a list has one address: others lead there, without what is unknown or malformed. */
function keepClean(visit: Visit, path: string, params: URLSearchParams, wish: ListingWish, status: 301 | 302): void {
  const clean = cleanQuery(params, wish);
  if (clean.slice(1) !== params.toString()) throw redirect(visit.to(path) + clean, status);
}

/**
 * Which address of a list search engines keep: the list itself, and each further page; a filtered or
 * differently sorted one points to the plain list and is not kept (decisions, Catalogue).
 */
export function listingFacts(path: string, { wish, total }: Listing): Pick<PageFacts, "canonical" | "noindex"> {
  const plain = filtersIn(wish) === 0 && wish.sort === null;
  if (!plain) return { canonical: path, noindex: true };
  // A shelf with nothing on it is not worth finding.
  return {
    ...(total === 0 ? { noindex: true } : {}),
    canonical: wish.page > 1 ? path + wishQuery({ ...wish, q: "" }, { page: wish.page }) : path,
  };
}
