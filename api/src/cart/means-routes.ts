import { refusals as bonusRefusals } from "../bonuses/schema.ts";
import { type Api, endpoint } from "../platform/http.ts";
import { refusals as codeRefusals } from "../promotions/schema.ts";
import { choosePresents, dropCodes, enterCodeInCart, payWithBonuses } from "./means-changes.ts";
import { cart, choosePresentsRequest, codeParams, dropCodeQuery, refusals } from "./schema.ts";

/** Code, certificate, bonuses and presents of the cart. */
export function cartMeansRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/user/cart/promo/{code}",
    who: "customer",
    summary: "Enters a promo code or a gift certificate",
    params: codeParams,
    answer: cart,
    refusals: codeRefusals,
    handler: async ({ db, customer, params, ...at }) =>
      enterCodeInCart(db, params.code, { ...at, customerId: customer.id }),
  });
  endpoint(api, {
    method: "delete",
    path: "/user/cart/promo",
    who: "customer",
    summary: "Takes code and certificate out of the cart, or only one of them",
    query: dropCodeQuery,
    answer: cart,
    handler: async ({ db, customer, query, ...at }) => dropCodes(db, query.only, { ...at, customerId: customer.id }),
  });
  for (const [method, on] of [
    ["post", true],
    ["delete", false],
  ] as const) {
    endpoint(api, {
      method,
      path: "/user/cart/bonus",
      who: "customer",
      summary: on ? "Pays with as many bonuses as may be" : "Pays without bonuses",
      answer: cart,
      refusals: bonusRefusals,
      handler: async ({ db, customer, ...at }) => payWithBonuses(db, on, { ...at, customerId: customer.id }),
    });
  }
  endpoint(api, {
    method: "post",
    path: "/user/cart/presents",
    who: "customer",
    summary: "Chooses presents; an empty list chooses none",
    body: choosePresentsRequest,
    answer: cart,
    refusals,
    handler: async ({ db, customer, body, ...at }) => ({
      data: await choosePresents(db, body.product_ids, { ...at, customerId: customer.id }),
    }),
  });
}
