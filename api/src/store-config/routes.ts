import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { storeConfig } from "./schema.ts";
import { getStoreConfig } from "./service.ts";

export function storeConfigRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/frontConfig",
    auth: "anyone",
    summary: "Get features, contacts, limits and delivery terms of the shop for the locale of the request",
    response: storeConfig,
    handler: async ({ app, locale, currency, deliveryCountry }) => ({
      data: await getStoreConfig(app, { locale, currencyCode: currency, deliveryCountry }),
      cachePolicy: { tags: [], expiresAt: null },
    }),
  });
}
