import { type Api, endpoint } from "../platform/http.ts";
import { currencyList } from "./schema.ts";
import { listCurrencies } from "./service.ts";

export function moneyRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/currencyList",
    who: "anyone",
    summary: "Currencies that prices can be shown in",
    answer: currencyList,
    handler: async ({ db, locale, context }) => {
      // Names and signs, no rates.
      context.header("cache-control", "public, max-age=300");
      return { data: { items: await listCurrencies(db, locale) } };
    },
  });
}
