import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { couponList, specialOffers } from "./schema.ts";
import { listCoupons, listPublicOffers, listSpecialOffers } from "./offers.ts";

export function promotionRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/promo",
    auth: "customer",
    summary: "List the customer's promo codes and the public ones",
    response: couponList,
    handler: async ({ db, customer, ...context }) => ({ data: { items: await listCoupons(db, customer.id, context) } }),
  });
  endpoint(api, {
    method: "get",
    path: "/user/special-offers",
    auth: "customer",
    summary: "List the customer's special offers: their own codes, and gift tiers",
    response: specialOffers,
    handler: async ({ db, customer, ...context }) => ({ data: await listSpecialOffers(db, customer.id, context) }),
  });
  endpoint(api, {
    method: "get",
    path: "/promotions",
    auth: "anyone",
    summary: "List public promotions: listed codes, and gift tiers",
    response: specialOffers,
    handler: async ({ db, ...context }) => ({ data: await listPublicOffers(db, context) }),
  });
}
