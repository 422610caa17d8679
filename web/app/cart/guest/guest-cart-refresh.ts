import type { ProductCardData, ProductsPrice } from "@furoshiki/api/catalog";
import { useEffect, useState } from "react";
import { fetchApi } from "../../api-client/browser-api.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { updateGuestCart, getGuestCart, useGuestCart, type GuestCart } from "./guest-cart.ts";
import { getGuestCartChanges, saveChanges } from "./guest-cart-changes.ts";
import { updatePrices } from "./guest-cart-prices.ts";

/** The maximum page size of the API. */
const CARDS_PER_REQUEST = 96;

export type RefreshStatus = "loading" | "current" | "failed";

/**
 * Returns the guest cart with current prices, limits and names (docs/domain/cart.md). They are loaded when the page opens
 * and again for lines that are added later. Until then, or if loading fails, the stored lines are returned.
 */
export function useRefreshedGuestCart(currency: string): {
  cart: GuestCart;
  refreshStatus: RefreshStatus;
  retry: () => void;
} {
  const i18n = useI18n();
  const cart = useGuestCart();
  const [refreshedIds, setRefreshedIds] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState(false);
  const ids = Object.keys(cart.entities);
  const pendingIds = ids.filter((id) => !refreshedIds.has(id)).join(" ");

  useEffect(() => {
    if (pendingIds === "" || failed) return;
    let isCurrent = true;
    void refreshGuestCart(i18n, currency).then((lineIds) => {
      if (!isCurrent) return;
      if (lineIds) setRefreshedIds(new Set(lineIds));
      else setFailed(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [pendingIds, failed, i18n, currency]);

  // Refresh everything when the browser is online again.
  useEffect(() => {
    const refreshAll = () => {
      setRefreshedIds(new Set());
      setFailed(false);
    };
    addEventListener("online", refreshAll);
    return () => removeEventListener("online", refreshAll);
  }, []);

  // Another tab may have changed the currency: do not calculate totals until this page is reloaded.
  const hasPageCurrency = ids.length === 0 || cart.currency === currency.toLowerCase();
  const refreshStatus = pendingIds === "" && hasPageCurrency ? "current" : failed ? "failed" : "loading";
  return { cart, refreshStatus, retry: () => setFailed(false) };
}

/** Updates the stored guest cart. @returns the ids of the updated lines, or null if the API was not reached */
async function refreshGuestCart(i18n: I18n, currency: string): Promise<string[] | null> {
  const { entities } = getGuestCart();
  const lineIds = Object.keys(entities);
  const productIds = [...new Set(Object.values(entities).map((line) => line.product.id))];
  const idBatches = Array.from({ length: Math.ceil(productIds.length / CARDS_PER_REQUEST) }, (_, index) =>
    productIds.slice(index * CARDS_PER_REQUEST, (index + 1) * CARDS_PER_REQUEST),
  );
  const [prices, ...cards] = await Promise.all([
    fetchApi<ProductsPrice>(i18n, "/v1/productsPrice", { body: { cart_id: lineIds, currency } }),
    ...idBatches.map((ids) => {
      const query = new URLSearchParams(ids.map((id) => ["ids", String(id)]));
      query.set("per_page", String(CARDS_PER_REQUEST));
      return fetchApi<{ items: ProductCardData[] }>(i18n, `/v1/products?${query}`);
    }),
  ]);
  if (!prices) return null;
  const loadedCards = cards.flatMap((list) => list?.items ?? []);
  updateGuestCart((cart) => {
    const refreshedCart = applyCardDetails(updatePrices(cart, prices, currency), loadedCards);
    saveChanges(getGuestCartChanges(cart, refreshedCart));
    return refreshedCart;
  });
  return lineIds;
}

/** Returns the cart with names and images in the locale of the page. Lines without a matching product card stay as they are. */
export function applyCardDetails(cart: GuestCart, cards: readonly ProductCardData[]): GuestCart {
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
