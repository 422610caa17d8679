import { refusals as bonusRefusals } from "../../loyalty/schema.ts";
import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { refusals as codeRefusals } from "../../promotions/schema.ts";
import type { CartCalculator } from "../cart-calculator.ts";
import { cartContext, guestCartContext } from "../context.ts";
import { applyGuestCode, mergeGuestAdjustments } from "./guest-adjustments.ts";
import { chooseGifts, removeCodes, applyCode, setPointsRedemption } from "./service.ts";
import {
  guestAdjustments,
  cart,
  chooseGiftsRequest,
  codeParams,
  removeCodeQuery,
  estimate,
  estimateRequest,
  refusals,
} from "../schema.ts";

/** Endpoints for the cart's promo code, gift card, loyalty points and gifts. */
export function cartAdjustmentRoutes(api: Api, calculator: CartCalculator): void {
  addCodeEndpoints(api, calculator);
  addPointsAndGiftEndpoints(api, calculator);
}

/** Endpoints for promo codes and gift cards. */
function addCodeEndpoints(api: Api, calculator: CartCalculator): void {
  endpoint(api, {
    method: "post",
    path: "/cart/promo/{code}",
    auth: "anyone",
    summary: "Validate a promo code that a guest enters against their goods; nothing is stored",
    params: codeParams,
    body: estimateRequest,
    response: estimate,
    refusals: codeRefusals,
    handler: async (request) =>
      applyGuestCode(calculator, request.db, request.params.code, request.body, guestCartContext(request)),
  });
  endpoint(api, {
    method: "post",
    path: "/user/cart/brought",
    auth: "customer",
    summary: "Merge the promo code and gifts of the guest who has signed in; the message lists what does not apply",
    body: guestAdjustments,
    response: cart,
    handler: async (request) =>
      mergeGuestAdjustments(calculator, request.db, request.body, {
        ...cartContext(request),
        ipAddress: request.ipAddress,
      }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/cart/promo/{code}",
    auth: "customer",
    summary: "Apply a promo code or a gift card",
    params: codeParams,
    response: cart,
    refusals: codeRefusals,
    handler: async (request) =>
      applyCode(calculator, request.db, request.params.code, { ...cartContext(request), ipAddress: request.ipAddress }),
  });
  endpoint(api, {
    method: "delete",
    path: "/user/cart/promo",
    auth: "customer",
    summary: "Remove the promo code and the gift card from the cart, or only one of them",
    query: removeCodeQuery,
    response: cart,
    handler: async (request) => removeCodes(calculator, request.db, request.query.only, cartContext(request)),
  });
}

function addPointsAndGiftEndpoints(api: Api, calculator: CartCalculator): void {
  for (const [method, isOn] of [
    ["post", true],
    ["delete", false],
  ] as const) {
    endpoint(api, {
      method,
      path: "/user/cart/bonus",
      auth: "customer",
      summary: isOn ? "Pay with as many loyalty points as possible" : "Pay without loyalty points",
      response: cart,
      refusals: bonusRefusals,
      handler: async (request) => setPointsRedemption(calculator, request.db, isOn, cartContext(request)),
    });
  }
  endpoint(api, {
    method: "post",
    path: "/user/cart/presents",
    auth: "customer",
    summary: "Choose gifts; an empty list removes the choice",
    body: chooseGiftsRequest,
    response: cart,
    refusals,
    handler: async (request) => ({
      data: await chooseGifts(calculator, request.db, request.body.product_ids, cartContext(request)),
    }),
  });
}
