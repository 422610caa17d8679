import type { z } from "zod";
import { cartContext } from "./context.ts";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { type Cart, cart, cartLineUpdates, refusals, lineUpdateQuery } from "./schema.ts";
import { getCart } from "./load-cart.ts";
import type { LineUpdateMode } from "./lines/line-updates.ts";
import { acknowledgeChanges, removeLines, updateLines } from "./lines/service.ts";

/** Adds a message if a quantity was clamped: that is reported as data, not as an error. */
function addClampedMessage(updatedCart: Cart, locale: Locale) {
  return updatedCart.stock_check?.length
    ? { data: updatedCart, message: formatMessage(locale, "cart_clamped") }
    : { data: updatedCart };
}

function getUpdateMode({ merge, late }: z.infer<typeof lineUpdateQuery>): LineUpdateMode {
  return merge ? "merge" : late ? "late" : "set";
}

/** Endpoints for the customer's cart and its lines. */
export function cartRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/cart",
    auth: "customer",
    summary: "The customer's cart",
    response: cart,
    handler: async (request) => ({ data: await getCart(request.db, cartContext(request)) }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/cart",
    auth: "customer",
    summary: "Set quantities; ?merge=1 keeps the larger of the two, ?late=1 comes from a page without network",
    query: lineUpdateQuery,
    body: cartLineUpdates,
    response: cart,
    refusals,
    handler: async (request) =>
      addClampedMessage(
        await updateLines(request.db, request.body, getUpdateMode(request.query), cartContext(request)),
        request.locale,
      ),
  });
  endpoint(api, {
    method: "delete",
    path: "/user/cart",
    auth: "customer",
    summary: "Remove lines",
    body: cartLineUpdates,
    response: cart,
    handler: async (request) => ({ data: await removeLines(request.db, request.body, cartContext(request)) }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/cart/seen",
    auth: "customer",
    summary: "Mark the reported changes as seen, so that they are not reported again",
    response: cart,
    handler: async (request) => ({ data: await acknowledgeChanges(request.db, cartContext(request)) }),
  });
}
