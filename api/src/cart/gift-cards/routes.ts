import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { giftCardRequest } from "../../gift-cards/schema.ts";
import { cartContext } from "../context.ts";
import { addGiftCard, removeGiftCard } from "./service.ts";
import { cart, refusals } from "../schema.ts";

/** Endpoints for gift cards that are bought with the cart. */
export function cartGiftCardRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/user/cart/certificates",
    auth: "customer",
    summary: "Add a gift card to the cart",
    body: giftCardRequest,
    response: cart,
    refusals,
    handler: async (request) => ({ data: await addGiftCard(request.db, request.body, cartContext(request)) }),
  });
  endpoint(api, {
    method: "delete",
    path: "/user/cart/certificates/{id}",
    auth: "customer",
    summary: "Remove a gift card from the cart",
    params: idParams,
    response: cart,
    handler: async (request) => ({ data: await removeGiftCard(request.db, request.params.id, cartContext(request)) }),
  });
}
