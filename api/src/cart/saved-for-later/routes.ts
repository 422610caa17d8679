import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import type { CartCalculator } from "../cart-calculator.ts";
import { cartContext } from "../context.ts";
import { cart, nextOrderRequest, refusals } from "../schema.ts";
import { saveForLater } from "./service.ts";

/** Endpoint for the lines that are saved for the next order. */
export function savedForLaterRoutes(api: Api, calculator: CartCalculator): void {
  endpoint(api, {
    method: "post",
    path: "/user/cart/split",
    auth: "customer",
    summary: "Choose which lines are saved for the next order; an empty list moves all of them back",
    body: nextOrderRequest,
    response: cart,
    refusals,
    handler: async (request) => {
      const context = cartContext(request);
      await saveForLater(request.db, request.body, context);
      return { data: await calculator.getCart(request.db, context) };
    },
  });
}
