import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import type { CartCalculator } from "../cart-calculator.ts";
import { guestCartContext } from "../context.ts";
import { estimate, estimateRequest } from "../schema.ts";
import { estimateCart } from "./service.ts";

/** Endpoint for the estimate of a guest's cart. */
export function cartEstimateRoutes(api: Api, calculator: CartCalculator): void {
  endpoint(api, {
    method: "post",
    path: "/cart/estimate",
    auth: "anyone",
    summary: "Estimate the cost of goods for a destination: delivery methods, customs, what cannot be shipped",
    body: estimateRequest,
    response: estimate,
    handler: async (request) => ({
      data: await estimateCart(calculator, request.db, request.body, guestCartContext(request)),
    }),
  });
}
