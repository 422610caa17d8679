import type { ProductsPrice } from "@furoshiki/api/catalogue";
import { changeGuestCart, guestCart } from "../cart/guest-cart.ts";
import { withPrices } from "../cart/guest-prices.ts";
import { askApi } from "../lib/browser-api.ts";
import type { Shop } from "../lib/shop.tsx";
import { tellTabs } from "../lib/tabs.ts";

const RELOAD_MS = 1000; // spec §9

/**
 * Switches the currency: a guest's prices are fetched first, then the choice is kept, and after a second this page and
 * the other tabs load afresh (spec §4). Until then everything on the page stays in the old currency, the cart too.
 * @returns false where the shop could not be reached or refused: nothing has changed then.
 */
export async function changeCurrency(
  shop: Pick<Shop, "locale" | "to">,
  code: string,
  isGuest: boolean,
): Promise<boolean> {
  const ids = isGuest ? Object.keys(guestCart().entities) : [];
  const prices =
    ids.length === 0
      ? {}
      : await askApi<ProductsPrice>(shop, "/v1/productsPrice", { body: { cart_id: ids, currency: code } });
  if (!prices || !(await keepCurrency(shop.to("/currency"), code))) return false;
  setTimeout(() => {
    if (ids.length > 0) changeGuestCart((cart) => withPrices(cart, prices, code));
    tellTabs("document");
    location.reload();
  }, RELOAD_MS);
  return true;
}

async function keepCurrency(address: string, code: string): Promise<boolean> {
  try {
    return (await fetch(address, { method: "POST", body: new URLSearchParams({ currency: code }) })).ok;
  } catch {
    // No connection.
    return false;
  }
}
