import type { Cart } from "@furoshiki/api/cart";
import type { Product } from "@furoshiki/api/catalog";
import { createContext } from "react-router";
import { loadOptionalData } from "../api-client/optional-data.ts";
import { ApiError, type RequestContext } from "../api-client/request-context.ts";
import { dropUnusedPickupPoints } from "./cart-contents.ts";
import type { LoadedCart } from "./written-cart.ts";

/** The cart that the action of this request has returned. Without JavaScript the page is rendered in the same request. */
export const writtenCartContext = createContext<LoadedCart | null>(null);

/** Loads the customer's cart; null for a guest, and if the session has expired. */
export async function loadCart(requestContext: RequestContext): Promise<LoadedCart | null> {
  if (!requestContext.token) return null;
  try {
    return await prepareCart(requestContext, await requestContext.call<Cart>("/v1/user/cart"));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Prepares a cart for the browser: without lists that the page does not show, with options for lines that need one. */
export async function prepareCart(requestContext: RequestContext, cart: Cart): Promise<LoadedCart> {
  const lines = cart.cart_items.items.filter((line) => line.option_required);
  const options = await Promise.all(
    lines.map(async ({ product: { id } }) => {
      const product = await loadOptionalData(requestContext.call<Product>(`/v1/products/${id}`));
      return [id, product?.options.filter((option) => option.available_for_order) ?? []] as const;
    }),
  );
  return { cart: dropUnusedPickupPoints(cart), options: Object.fromEntries(options) };
}
