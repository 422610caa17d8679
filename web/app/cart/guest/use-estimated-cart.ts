import { useLayoutEffect } from "react";
import { useDestination } from "../../delivery/destination.ts";
import { useDeliveryPricing } from "../../store-config/root-data.ts";
import { createEstimateRequest, useEstimate } from "../estimate/use-estimate.ts";
import { applyEstimate, createGuestLines } from "./estimated-cart.ts";
import { getGuestCart, updateGuestCart, useGuestCart } from "./guest-cart.ts";
import { getGuestCartChanges, saveChanges, useGuestCartChanges } from "./guest-cart-changes.ts";

/**
 * Returns the guest cart of this browser, calculated by the API (docs/domain/cart.md). Until then, or if that fails, the
 * stored lines are returned and `cart` is null.
 */
export function useEstimatedCart() {
  const { iso_code: currency } = useDeliveryPricing();
  const storedCart = useGuestCart();
  const { country } = useDestination();
  const { estimate, isStale, ...state } = useEstimate(createEstimateRequest(storedCart, country), currency);
  // Before the page is painted, so that lines and totals show the same prices.
  useLayoutEffect(() => {
    if (!estimate || isStale) return;
    const before = getGuestCart();
    updateGuestCart((cart) => applyEstimate(cart, estimate.cart_items.items, currency));
    saveChanges(getGuestCartChanges(before, getGuestCart()));
  }, [estimate, isStale, currency]);
  // Another tab may have changed the currency: no totals until this page is reloaded.
  const hasPageCurrency = storedCart.currency === currency.toLowerCase();
  // The choice of gifts is kept until the new estimate has arrived.
  const presents =
    estimate && (isStale ? { ...estimate.presents, chosen: [...storedCart.presents] } : estimate.presents);
  return {
    ...state,
    isStale,
    country,
    lines: createGuestLines(storedCart, estimate?.cart_items.items ?? []),
    cart: estimate && presents && hasPageCurrency ? { ...estimate, presents } : null,
    changes: useGuestCartChanges(storedCart, currency),
  };
}
