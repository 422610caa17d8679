import type { z } from "zod";
import type { CartCalculator } from "./cart-calculator.ts";
import { cartContext } from "./context.ts";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { type Cart, cart, cartLineUpdates, refusals, lineUpdateQuery } from "./schema.ts";
import type { LineUpdateMode, StockCheck } from "./lines/line-updates.ts";
import { acknowledgeChanges, removeLines, updateLines } from "./lines/service.ts";

/** Adds a message if a quantity was clamped: that is reported as data, not as an error. */
function createUpdateResponse(updatedCart: Cart, stockCheck: StockCheck, locale: Locale) {
  const data = { ...updatedCart, stock_check: stockCheck };
  return stockCheck.length > 0 ? { data, message: formatMessage(locale, "cart_clamped") } : { data };
}

function getUpdateMode({ merge, late }: z.infer<typeof lineUpdateQuery>): LineUpdateMode {
  return merge ? "merge" : late ? "late" : "set";
}

/** Endpoints for the customer's cart and its lines. */
export function cartRoutes(api: Api, calculator: CartCalculator): void {
  endpoint(api, {
    method: "get",
    path: "/user/cart",
    auth: "customer",
    summary: "The customer's cart",
    response: cart,
    handler: async (request) => ({ data: await calculator.getCart(request.db, cartContext(request)) }),
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
    handler: async (request) => {
      const context = cartContext(request);
      const stockCheck = await updateLines(request.db, request.body, getUpdateMode(request.query), context);
      return createUpdateResponse(await calculator.getCart(request.db, context), stockCheck, request.locale);
    },
  });
  endpoint(api, {
    method: "delete",
    path: "/user/cart",
    auth: "customer",
    summary: "Remove lines",
    body: cartLineUpdates,
    response: cart,
    handler: async (request) => {
      const context = cartContext(request);
      await removeLines(request.db, request.body, context);
      return { data: await calculator.getCart(request.db, context) };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/user/cart/seen",
    auth: "customer",
    summary: "Mark the reported changes as seen, so that they are not reported again",
    response: cart,
    handler: async (request) => ({ data: await acknowledgeChanges(calculator, request.db, cartContext(request)) }),
  });
}
