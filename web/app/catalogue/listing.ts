import type { ProductList } from "@furoshiki/api/catalogue";
import type { Visit } from "../lib/api.ts";
import { notFound } from "../lib/not-found.ts";
import type { PageFacts } from "../lib/seo.ts";
import {
  filtersIn,
  PER_PAGE,
  productsCall,
  readWish,
  wishQuery,
  type ListingOf,
  type ListingWish,
} from "./listing-wish.ts";
import { shownCard, type ShownCard } from "./product-card.tsx";

/** A list of products as its page shows it. */
export type Listing = {
  wish: ListingWish;
  cards: ShownCard[];
  total: number;
  pages: number;
  facets: ProductList["facets"];
};

type Loaded = { listing: Listing } & Pick<ProductList, "category" | "corrected" | "dropped" | "close">;

/** Asks the API for the page of products that the address names. A page behind the last one is not found. */
export async function loadListing(visit: Visit, of: ListingOf): Promise<Loaded> {
  const wish = readWish(new URL(visit.path, "http://shop").searchParams);
  const list = await visit.page<ProductList>(productsCall(of, wish));
  const pages = Math.max(1, Math.ceil(list.total / PER_PAGE));
  if (wish.page > pages) throw notFound();
  const listing = { wish, cards: list.items.map(shownCard), total: list.total, pages, facets: list.facets };
  const { category, corrected, dropped, close } = list;
  return { listing, category, corrected, dropped, close };
}

/**
 * Which address of a list search engines keep: the list itself, and each further page; a filtered or
 * differently sorted one points to the plain list and is not kept (decisions, Catalogue).
 */
export function listingFacts(path: string, { wish }: Listing): Pick<PageFacts, "canonical" | "noindex"> {
  const plain = filtersIn(wish) === 0 && wish.sort === "popular";
  if (!plain) return { canonical: path, noindex: true };
  return { canonical: wish.page > 1 ? path + wishQuery({ ...wish, q: "" }, { page: wish.page }) : path };
}
