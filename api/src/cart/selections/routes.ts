import { z } from "zod";
import { selectPickupPointRequest, shippingParam } from "../../delivery/schema.ts";
import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import type { CartCalculator } from "../cart-calculator.ts";
import { cartContext } from "../context.ts";
import { cart, refusals } from "../schema.ts";
import { chooseAddress, choosePayment, choosePoint, chooseShipping } from "./service.ts";

const byId = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

/** Endpoints for the selections of a cart: address, delivery method, pickup point and payment method. */
export function cartSelectionRoutes(api: Api, calculator: CartCalculator): void {
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
      handler: async (request) => ({
        data: await choose(calculator, request.db, request.params.id, cartContext(request)),
      }),
    });
  }
  endpoint(api, {
    method: "get",
    path: "/user/cart/cdek/address",
    auth: "customer",
    summary: "The selected pickup point",
    response: shippingParam,
    handler: async (request) => ({
      data: (await calculator.getCart(request.db, cartContext(request))).shipping.selected_shipping_param,
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
      data: await choosePoint(calculator, request.db, request.body, cartContext(request)),
    }),
  });
}
