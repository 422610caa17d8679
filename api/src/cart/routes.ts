import { z } from "zod";
import { cartContext as context, guestCartContext } from "./context.ts";
import { selectPickupPointRequest, shippingParam } from "../delivery/schema.ts";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { type Locale } from "../platform/i18n/locale.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import {
  type Cart,
  cart,
  cartLineUpdates,
  estimate,
  estimateRequest,
  nextOrderRequest,
  refusals,
  lineUpdateQuery,
} from "./schema.ts";
import { saveForLater } from "./saved-for-later/service.ts";
import {
  updateLines,
  chooseAddress,
  choosePayment,
  choosePoint,
  chooseShipping,
  estimateCart,
  removeLines,
  getCart,
  acknowledgeChanges,
} from "./service.ts";
import type { LineUpdateMode } from "./lines/line-updates.ts";

const byId = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

/** A clamped quantity is reported as data and a message, not as an error. */
function withMessage(updatedCart: Cart, locale: Locale) {
  return updatedCart.stock_check?.length
    ? { data: updatedCart, message: formatMessage(locale, "cart_clamped") }
    : { data: updatedCart };
}

function getUpdateMode({ merge, late }: z.infer<typeof lineUpdateQuery>): LineUpdateMode {
  return merge ? "merge" : late ? "late" : "set";
}

export function cartRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/cart/estimate",
    auth: "anyone",
    summary: "Estimate the cost of goods for a destination: delivery methods, customs, what cannot be shipped",
    body: estimateRequest,
    response: estimate,
    handler: async (request) => ({ data: await estimateCart(request.db, request.body, guestCartContext(request)) }),
  });
  endpoint(api, {
    method: "get",
    path: "/user/cart",
    auth: "customer",
    summary: "The customer's cart",
    response: cart,
    handler: async (request) => ({ data: await getCart(request.db, context(request)) }),
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
      withMessage(
        await updateLines(request.db, request.body, getUpdateMode(request.query), context(request)),
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
    handler: async (request) => ({ data: await removeLines(request.db, request.body, context(request)) }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/cart/seen",
    auth: "customer",
    summary: "Mark the reported changes as seen, so that they are not reported again",
    response: cart,
    handler: async (request) => ({ data: await acknowledgeChanges(request.db, context(request)) }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/cart/split",
    auth: "customer",
    summary: "Choose which lines are saved for the next order; an empty list moves all of them back",
    body: nextOrderRequest,
    response: cart,
    refusals,
    handler: async (request) => ({ data: await saveForLater(request.db, request.body, context(request)) }),
  });
  for (const [selection, choose] of [
    ["address", chooseAddress],
    ["shipping", chooseShipping],
    ["payment", choosePayment],
  ] as const) {
    endpoint(api, {
      method: "post",
      path: `/user/cart/${selection}/{id}`,
      auth: "customer",
      summary: `Select the ${selection} of the cart`,
      params: byId,
      response: cart,
      refusals,
      handler: async (request) => ({ data: await choose(request.db, request.params.id, context(request)) }),
    });
  }
  endpoint(api, {
    method: "get",
    path: "/user/cart/cdek/address",
    auth: "customer",
    summary: "The selected pickup point",
    response: shippingParam,
    handler: async (request) => ({
      data: (await getCart(request.db, context(request))).shipping.selected_shipping_param,
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/cart/cdek/address",
    auth: "customer",
    summary: "Select a pickup point",
    body: selectPickupPointRequest,
    response: shippingParam,
    refusals,
    handler: async (request) => ({
      data: (await choosePoint(request.db, request.body, context(request))).shipping.selected_shipping_param,
    }),
  });
}
