import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { giftCardRequest } from "../../gift-cards/schema.ts";
import type { CartCalculator } from "../cart-calculator.ts";
import { cartContext } from "../context.ts";
import { addGiftCard, removeGiftCard } from "./service.ts";
import { cart, refusals } from "../schema.ts";

/** Endpoints for gift cards that are bought with the cart. */
export function cartGiftCardRoutes(api: Api, calculator: CartCalculator): void {
  endpoint(api, {
    method: "post",
    path: "/user/cart/certificates",
    auth: "customer",
    summary: "Add a gift card to the cart",
    body: giftCardRequest,
    response: cart,
    refusals,
    handler: async (request) => {
      const context = cartContext(request);
      await addGiftCard(request.db, request.body, context);
      return { data: await calculator.getCart(request.db, context) };
    },
  });
  endpoint(api, {
    method: "delete",
    path: "/user/cart/certificates/{id}",
    auth: "customer",
    summary: "Remove a gift card from the cart",
    params: idParams,
    response: cart,
    handler: async (request) => {
      const context = cartContext(request);
      await removeGiftCard(request.db, request.params.id, context);
      return { data: await calculator.getCart(request.db, context) };
    },
  });
}
