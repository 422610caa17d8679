import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { currencyList } from "./schema.ts";
import { listCurrencies } from "./service.ts";

export function moneyRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/currencyList",
    auth: "anyone",
    summary: "List the currencies in which prices can be shown",
    response: currencyList,
    handler: async ({ db, locale, honoContext }) => {
      // Names and signs only, no rates.
      honoContext.header("cache-control", "public, max-age=300");
      return { data: { items: await listCurrencies(db, locale) } };
    },
  });
}
