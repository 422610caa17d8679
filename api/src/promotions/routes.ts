import { type Api, endpoint } from "../platform/http.ts";
import { couponList, specialOffers } from "./schema.ts";
import { listCoupons, runningPromotions, specialOffersFor } from "./service.ts";

export function promotionRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/promo",
    who: "customer",
    summary: "The customer's promo codes, and those that run for everybody",
    answer: couponList,
    handler: async ({ db, customer, ...at }) => ({ data: { items: await listCoupons(db, customer.id, at) } }),
  });
  endpoint(api, {
    method: "get",
    path: "/user/special-offers",
    who: "customer",
    summary: "What runs for the customer: codes of his own, presents above a sum",
    answer: specialOffers,
    handler: async ({ db, customer, ...at }) => ({ data: await specialOffersFor(db, customer.id, at) }),
  });
  endpoint(api, {
    method: "get",
    path: "/promotions",
    who: "anyone",
    summary: "What runs for everybody: codes that are told, presents above a sum",
    answer: specialOffers,
    handler: async ({ db, ...at }) => ({ data: await runningPromotions(db, at) }),
  });
}
