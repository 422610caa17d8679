import type { ProductList } from "@furoshiki/api/catalogue";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { askApi } from "../lib/browser-api.ts";
import { useDelivery } from "../lib/known.ts";
import { useShop, type Shop } from "../lib/shop.tsx";
import type { Listing } from "./listing.ts";
import { productsCall } from "./listing-wish.ts";
import { shownCard, type ShownCard } from "./shown-card.ts";

/** Pages that were put after the one of the address, and their products. */
type More = { pages: number; cards: readonly ShownCard[] };

const nothing: More = { pages: 0, cards: [] };
const MOST_PLACES = 20;
/** By the place in the history: whoever comes back finds the list as long as he left it. */
const remembered = new Map<string, More>();

function remember(place: string, more: More): void {
  remembered.delete(place);
  remembered.set(place, more);
  const [oldest] = remembered.keys();
  if (remembered.size > MOST_PLACES && oldest !== undefined) remembered.delete(oldest);
}

/** Puts the next page after what is shown; where the shop could not be asked, `showMore` opens it instead. */
export function useMoreProducts(listing: Listing, nextHref: (page: number) => string) {
  const { key } = useLocation();
  const navigate = useNavigate();
  const shop = useShop();
  const { iso_code: currency } = useDelivery();
  const [asking, setAsking] = useState(false);
  const [held, setHeld] = useState({ key, more: remembered.get(key) ?? nothing });
  const more = held.key === key ? held.more : (remembered.get(key) ?? nothing);
  useEffect(() => {
    const left = remembered.get(key);
    setHeld({ key, more: left ?? nothing });
    if (!left) return;
    let stale = false;
    // What was left a while ago may cost something else by now.
    void cardsOf(listing, left.pages, shop, currency).then((cards) => {
      if (!cards || stale) return;
      const fresh = { pages: left.pages, cards };
      remember(key, fresh);
      setHeld({ key, more: fresh });
    });
    return () => {
      stale = true;
    };
  }, [key, listing, shop, currency]);

  const page = listing.wish.page + more.pages;
  const cards = distinct([...listing.cards, ...more.cards]);
  const showMore = async () => {
    setAsking(true);
    const next = await cardsAt(listing, page + 1, shop, currency);
    setAsking(false);
    if (!next) return void navigate(nextHref(page + 1));
    const longer = { pages: more.pages + 1, cards: [...more.cards, ...next] };
    remember(key, longer);
    setHeld({ key, more: longer });
  };
  return { cards, page, asking, showMore };
}

async function cardsAt({ of, wish }: Listing, page: number, shop: Shop, currency: string) {
  const list = await askApi<ProductList>(shop, productsCall(of, { ...wish, page }), { currency });
  return list?.items.map(shownCard);
}

/** The products of so many pages after the one of the address; undefined where one of them could not be had. */
async function cardsOf(listing: Listing, pages: number, shop: Shop, currency: string) {
  const { page } = listing.wish;
  const asked = Array.from({ length: pages }, (_, at) => cardsAt(listing, page + at + 1, shop, currency));
  const answered = await Promise.all(asked);
  return answered.every((cards) => cards !== undefined) ? answered.flat() : undefined;
}

/** A list that changed meanwhile brings what is shown already again. */
function distinct(cards: readonly ShownCard[]): ShownCard[] {
  return [...new Map(cards.map((card) => [card.id, card])).values()];
}
