import { refusals as bonusRefusals } from "../bonuses/schema.ts";
import { type Api, endpoint } from "../platform/http.ts";
import { refusals as codeRefusals } from "../promotions/schema.ts";
import { cartAt, guestAt } from "./at.ts";
import { enterGuestCode, takeOver } from "./guest-means.ts";
import { choosePresents, dropCodes, enterCodeInCart, payWithBonuses } from "./means-changes.ts";
import {
  broughtMeans,
  cart,
  choosePresentsRequest,
  codeParams,
  dropCodeQuery,
  estimate,
  estimateRequest,
  refusals,
} from "./schema.ts";

/** Code, certificate, bonuses and presents of the cart. */
export function cartMeansRoutes(api: Api): void {
  endpoint(api, {
    method: "post",
    path: "/cart/promo/{code}",
    who: "anyone",
    summary: "Looks at a promo code that a guest enters, with his goods; the shop keeps nothing of it",
    params: codeParams,
    body: estimateRequest,
    answer: estimate,
    refusals: codeRefusals,
    handler: async (asked) => enterGuestCode(asked.db, asked.params.code, asked.body, guestAt(asked)),
  });
  endpoint(api, {
    method: "post",
    path: "/user/cart/brought",
    who: "customer",
    summary:
      "Takes over the code and the presents of the guest who has signed in; the message tells what does not hold",
    body: broughtMeans,
    answer: cart,
    handler: async (asked) => takeOver(asked.db, asked.body, { ...cartAt(asked), ip: asked.ip }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/cart/promo/{code}",
    who: "customer",
    summary: "Enters a promo code or a gift certificate",
    params: codeParams,
    answer: cart,
    refusals: codeRefusals,
    handler: async (asked) => enterCodeInCart(asked.db, asked.params.code, { ...cartAt(asked), ip: asked.ip }),
  });
  endpoint(api, {
    method: "delete",
    path: "/user/cart/promo",
    who: "customer",
    summary: "Takes code and certificate out of the cart, or only one of them",
    query: dropCodeQuery,
    answer: cart,
    handler: async (asked) => dropCodes(asked.db, asked.query.only, cartAt(asked)),
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
      handler: async (asked) => payWithBonuses(asked.db, on, cartAt(asked)),
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
    handler: async (asked) => ({
      data: await choosePresents(asked.db, asked.body.product_ids, cartAt(asked)),
    }),
  });
}
