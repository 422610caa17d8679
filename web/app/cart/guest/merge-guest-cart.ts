import type { CartLineUpdate } from "@furoshiki/api/cart";
import { useCallback } from "react";
import { redirectTo } from "../../navigation/redirect.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { notifyTabs } from "../../browser/tab-sync.ts";
import { clearGuestCart, getGuestCart, type GuestCart } from "./guest-cart.ts";
import { saveMergeIssues } from "./merge-notice.tsx";
import type { LineUpdateResult } from "../lines/line-update.ts";

let pendingMerge: Promise<boolean> | null = null;

/**
 * Merges the guest cart (lines, promo code and gifts) into the cart of the customer who has signed in. The browser clears
 * the guest cart only after the API has accepted it. Merging is idempotent, so that a failed merge can be retried
 * (docs/domain/cart.md).
 * @returns whether there was something to merge and the merge succeeded
 */
export function mergeGuestCart(i18n: Pick<I18n, "to">): Promise<boolean> {
  pendingMerge ??= sendGuestCart(i18n).finally(() => {
    pendingMerge = null;
  });
  return pendingMerge;
}

async function sendGuestCart({ to }: Pick<I18n, "to">): Promise<boolean> {
  const { promo, presents, ...cart } = getGuestCart();
  const updates = createLineUpdates(cart);
  if (updates.length === 0 && promo === null) return false;
  try {
    const response = await fetch(to("/cart/lines?merge=1"), {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ lines: updates, promo, presents }),
    });
    const result = (await response.json()) as LineUpdateResult;
    if (!response.ok || !result.ok) return false;
    saveMergeIssues(result.untaken ?? []);
  } catch {
    // No connection: the lines stay in the browser and are merged on the next page.
    return false;
  }
  clearGuestCart();
  return true;
}

/** Returns a callback for a successful sign-in: merges the guest cart, then loads `redirectPath` as a new document. */
export function useSignInRedirect(redirectPath: string): () => void {
  const i18n = useI18n();
  return useCallback(() => {
    void mergeGuestCart(i18n).finally(() => {
      notifyTabs("document");
      redirectTo(redirectPath, { replace: true });
    });
  }, [i18n, redirectPath]);
}

/** Converts the lines of a guest cart to line updates for the API. */
export function createLineUpdates(cart: Pick<GuestCart, "entities">): CartLineUpdate[] {
  return Object.values(cart.entities).map(({ cart_id, product, option_id, qty }) => ({
    cart_id,
    product_id: product.id,
    qty,
    option_id,
  }));
}
