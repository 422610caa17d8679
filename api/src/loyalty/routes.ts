import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { loyaltyAccount, refusals } from "./schema.ts";
import { getLoyaltyAccount } from "./service.ts";

export function loyaltyRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/bonus",
    auth: "customer",
    summary: "The customer's loyalty points (Russian store only)",
    response: loyaltyAccount,
    refusals,
    handler: async ({ db, customer, locale, now }) => ({
      data: await getLoyaltyAccount(db, customer.id, { locale, now }),
    }),
  });
}
