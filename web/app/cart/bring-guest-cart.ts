import type { CartWish } from "@furoshiki/api/cart";
import { useCallback } from "react";
import { leaveFor } from "../lib/leave.ts";
import { useShop, type Shop } from "../lib/shop.tsx";
import { tellTabs } from "../lib/tabs.ts";
import { emptyGuestCart, guestCart, type GuestCart } from "./guest-cart.ts";
import { tellAfterwards } from "./brought-note.tsx";
import type { LinesAnswer } from "./lines.ts";

let underWay: Promise<boolean> | null = null;

/**
 * Brings the guest's lines, code and presents into the cart of the shopper who has signed in (spec §4). The browser forgets them only
 * when the shop has taken them; bringing them twice changes nothing, so a failed try is made again later.
 * @returns whether there was anything and it arrived.
 */
export function bringGuestCart(shop: Pick<Shop, "to">): Promise<boolean> {
  underWay ??= bring(shop).finally(() => {
    underWay = null;
  });
  return underWay;
}

async function bring({ to }: Pick<Shop, "to">): Promise<boolean> {
  const { promo, presents, ...cart } = guestCart();
  const wishes = wishesOf(cart);
  if (wishes.length === 0 && promo === null) return false;
  try {
    const response = await fetch(to("/cart/lines?merge=1"), {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ lines: wishes, promo, presents }),
    });
    const answer = (await response.json()) as LinesAnswer;
    if (!response.ok || !answer.ok) return false;
    tellAfterwards(answer.untaken ?? []);
  } catch {
    // No connection: the lines stay in the browser for the next page.
    return false;
  }
  emptyGuestCart();
  return true;
}

/** What follows a sign-in: the guest's lines join the cart, then a page is loaded afresh (spec §4, Guest to logged-in). */
export function useEnter(target: string): () => void {
  const shop = useShop();
  return useCallback(() => {
    void bringGuestCart(shop).finally(() => {
      tellTabs("document");
      leaveFor(target, { replace: true });
    });
  }, [shop, target]);
}

/** What the API is told of a guest's cart when he signs in. */
export function wishesOf(cart: Pick<GuestCart, "entities">): CartWish[] {
  return Object.values(cart.entities).map(({ cart_id, product, option_id, qty }) => ({
    cart_id,
    product_id: product.id,
    qty,
    option_id,
  }));
}
