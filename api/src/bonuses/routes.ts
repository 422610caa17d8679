import { type Api, endpoint } from "../platform/http.ts";
import { bonusAccount, refusals } from "./schema.ts";
import { showBonuses } from "./service.ts";

export function bonusRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/bonus",
    who: "customer",
    summary: "The customer's bonuses: the Russian shop only",
    answer: bonusAccount,
    refusals,
    handler: async ({ db, customer, locale, now }) => ({ data: await showBonuses(db, customer.id, { locale, now }) }),
  });
}
