import type { ProductList } from "@furoshiki/api/catalog";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { fetchApi } from "../../api-client/browser-api.ts";
import { useDeliveryPricing } from "../../store-config/root-data.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import type { Listing } from "./listing.ts";
import { buildProductsPath } from "./listing-query.ts";
import { createProductCardView, type ProductCardView } from "../product-cards/product-card-view.ts";

/** Pages loaded after the page of the URL, and their products. */
type LoadedPages = { pages: number; cards: readonly ProductCardView[] };

const noPages: LoadedPages = { pages: 0, cards: [] };
const MAX_HISTORY_ENTRIES = 20;
/** By history entry, so that the list is as long as before when the visitor comes back. */
const pagesByHistoryKey = new Map<string, LoadedPages>();

function savePages(historyKey: string, loadedPages: LoadedPages): void {
  pagesByHistoryKey.delete(historyKey);
  pagesByHistoryKey.set(historyKey, loadedPages);
  const [oldest] = pagesByHistoryKey.keys();
  if (pagesByHistoryKey.size > MAX_HISTORY_ENTRIES && oldest !== undefined) pagesByHistoryKey.delete(oldest);
}

/** Appends further pages to a listing. If loading fails, `showMore` navigates to the next page instead. */
export function useMoreProducts(listing: Listing, getPageHref: (page: number) => string) {
  const { key } = useLocation();
  const navigate = useNavigate();
  const i18n = useI18n();
  const { iso_code: currency } = useDeliveryPricing();
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const [current, setCurrent] = useState({ key, loadedPages: pagesByHistoryKey.get(key) ?? noPages });
  const loadedPages = current.key === key ? current.loadedPages : (pagesByHistoryKey.get(key) ?? noPages);
  useEffect(() => {
    const saved = pagesByHistoryKey.get(key);
    setCurrent({ key, loadedPages: saved ?? noPages });
    if (!saved) return;
    let isStale = false;
    // Prices may have changed since the products were stored.
    void fetchPages(listing, saved.pages, i18n, currency).then((cards) => {
      if (!cards || isStale) return;
      const refreshed = { pages: saved.pages, cards };
      savePages(key, refreshed);
      setCurrent({ key, loadedPages: refreshed });
    });
    return () => {
      isStale = true;
    };
  }, [key, listing, i18n, currency]);

  const page = listing.listingQuery.page + loadedPages.pages;
  const cards = removeDuplicates([...listing.cards, ...loadedPages.cards]);
  const showMore = async () => {
    setIsLoadingMore(true);
    const nextCards = await fetchPage(listing, page + 1, i18n, currency);
    setIsLoadingMore(false);
    if (!nextCards) return void navigate(getPageHref(page + 1));
    const extended = { pages: loadedPages.pages + 1, cards: [...loadedPages.cards, ...nextCards] };
    savePages(key, extended);
    setCurrent({ key, loadedPages: extended });
  };
  return { cards, page, isLoadingMore, showMore };
}

async function fetchPage({ scope, listingQuery }: Listing, page: number, i18n: I18n, currency: string) {
  const productList = await fetchApi<ProductList>(i18n, buildProductsPath(scope, { ...listingQuery, page }), {
    currency,
  });
  return productList?.items.map(createProductCardView);
}

/** Fetches the given number of pages after the page of the URL. Returns undefined if one of them fails. */
async function fetchPages(listing: Listing, pages: number, i18n: I18n, currency: string) {
  const { page } = listing.listingQuery;
  const requests = Array.from({ length: pages }, (_, index) => fetchPage(listing, page + index + 1, i18n, currency));
  const results = await Promise.all(requests);
  return results.every((cards) => cards !== undefined) ? results.flat() : undefined;
}

/** Removes products that appear twice because the listing changed between requests. */
function removeDuplicates(cards: readonly ProductCardView[]): ProductCardView[] {
  return [...new Map(cards.map((card) => [card.id, card])).values()];
}
