import type { Card, ProductsPrice } from "@furoshiki/api/catalogue";
import { useEffect, useState } from "react";
import { askApi } from "../lib/browser-api.ts";
import { useShop, type Shop } from "../lib/shop.tsx";
import { changeGuestCart, guestCart, useGuestCart, type GuestCart } from "./guest-cart.ts";
import { guestChanges, keepChanges } from "./guest-changes.ts";
import { withPrices } from "./guest-prices.ts";

const CARDS_AT_ONCE = 96; // the API gives no more in one list

export type Freshness = "asking" | "fresh" | "failed";

/**
 * The guest's cart with today's prices, limits and names (decisions, Cart): asked for when the page opens, and again
 * for lines that were not known then. While it is asked for, or where it fails, the remembered lines stand.
 */
export function useFreshGuestCart(currency: string): { cart: GuestCart; freshness: Freshness; retry: () => void } {
  const shop = useShop();
  const cart = useGuestCart();
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState(false);
  const ids = Object.keys(cart.entities);
  const unknown = ids.filter((id) => !known.has(id)).join(" ");

  useEffect(() => {
    if (unknown === "" || failed) return;
    let current = true;
    void freshen(shop, currency).then((asked) => {
      if (!current) return;
      if (asked) setKnown(new Set(asked));
      else setFailed(true);
    });
    return () => {
      current = false;
    };
  }, [unknown, failed, shop, currency]);

  // What was changed without a network meets today's prices when it is back.
  useEffect(() => {
    const askAnew = () => {
      setKnown(new Set());
      setFailed(false);
    };
    addEventListener("online", askAnew);
    return () => removeEventListener("online", askAnew);
  }, []);

  // Another tab may be changing the currency: until this page loads afresh, it adds up nothing.
  const ofThisPage = ids.length === 0 || cart.currency === currency.toLowerCase();
  const freshness = unknown === "" && ofThisPage ? "fresh" : failed ? "failed" : "asking";
  return { cart, freshness, retry: () => setFailed(false) };
}

/** @returns the lines that were asked about, null where the shop could not be asked. */
async function freshen(shop: Shop, currency: string): Promise<string[] | null> {
  const { entities } = guestCart();
  const asked = Object.keys(entities);
  const products = [...new Set(Object.values(entities).map((line) => line.product.id))];
  const lists = Array.from({ length: Math.ceil(products.length / CARDS_AT_ONCE) }, (_, at) =>
    products.slice(at * CARDS_AT_ONCE, (at + 1) * CARDS_AT_ONCE),
  );
  const [prices, ...cards] = await Promise.all([
    askApi<ProductsPrice>(shop, "/v1/productsPrice", { body: { cart_id: asked, currency } }),
    ...lists.map((ids) => {
      const query = new URLSearchParams(ids.map((id) => ["ids", String(id)]));
      query.set("per_page", String(CARDS_AT_ONCE));
      return askApi<{ items: Card[] }>(shop, `/v1/products?${query}`);
    }),
  ]);
  if (!prices) return null;
  const found = cards.flatMap((list) => list?.items ?? []);
  changeGuestCart((cart) => {
    const fresh = withCards(withPrices(cart, prices, currency), found);
    keepChanges(guestChanges(cart, fresh));
    return fresh;
  });
  return asked;
}

/** The cart with names and pictures in the language of the page; what no card was found for stays as it was. */
export function withCards(cart: GuestCart, cards: readonly Card[]): GuestCart {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const entities = Object.fromEntries(
    Object.entries(cart.entities).map(([id, line]) => {
      const card = byId.get(line.product.id);
      if (!card) return [id, line];
      const { src, srcset, srcset_avif, width, height } = card.image;
      const product = {
        ...line.product,
        name: card.name,
        link_rewrite: card.link_rewrite,
        manufacturer: card.manufacturer.name,
        has_options: card.has_options,
        image: { src, srcset, srcset_avif, width, height },
      };
      return [id, { ...line, product }];
    }),
  );
  return { ...cart, entities };
}
