import type { ProductsPrice } from "@furoshiki/api/catalog";
import { updateGuestCart, getGuestCart } from "../../cart/guest/guest-cart.ts";
import { updatePrices } from "../../cart/guest/guest-cart-prices.ts";
import { fetchApi } from "../../api-client/browser-api.ts";
import type { I18n } from "../../i18n/use-i18n.tsx";
import { notifyTabs } from "../../browser/tab-sync.ts";

const RELOAD_DELAY_MS = 1000;

/**
 * Changes the currency: for a guest cart the new prices are fetched first, then the choice is stored, and after a
 * second this page and the other tabs reload. Until then everything on the page, including the cart, stays in the old
 * currency.
 * @returns false if a request failed: then nothing has changed
 */
export async function changeCurrency(
  i18n: Pick<I18n, "locale" | "to">,
  code: string,
  isGuest: boolean,
): Promise<boolean> {
  const ids = isGuest ? Object.keys(getGuestCart().entities) : [];
  const prices =
    ids.length === 0
      ? {}
      : await fetchApi<ProductsPrice>(i18n, "/v1/productsPrice", { body: { cart_id: ids, currency: code } });
  if (!prices || !(await saveCurrency(i18n.to("/currency"), code))) return false;
  setTimeout(() => {
    if (ids.length > 0) updateGuestCart((cart) => updatePrices(cart, prices, code));
    notifyTabs("document");
    location.reload();
  }, RELOAD_DELAY_MS);
  return true;
}

async function saveCurrency(url: string, code: string): Promise<boolean> {
  try {
    return (await fetch(url, { method: "POST", body: new URLSearchParams({ currency: code }) })).ok;
  } catch {
    // No connection.
    return false;
  }
}
