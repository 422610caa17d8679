import { type AdminApi, adminQuery, sessionEndpoint } from "../../staff/admin-endpoint.ts";
import { refusals as staffRefusals } from "../../staff/admin-schema.ts";
import {
  priceHistory,
  priceListQuery,
  pricePage,
  pricePreview,
  pricePreviewRequest,
  saleList,
  variantParams,
} from "./admin-schema.ts";
import { getPriceHistory, getPricePage, getSaleList, previewPrices } from "./prices.ts";

/** Endpoints by which staff see prices, and what a rule would make of them (docs/domain/prices.md). */
export function priceRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/prices",
    permission: "prices:write",
    summary: "List the prices and costs of variants, with the prices that a rule would give them",
    query: priceListQuery,
    response: pricePage,
    handler: async ({ db, query, locale, now }) => ({ data: await getPricePage(db, query, { locale, now }) }),
  });
  sessionEndpoint(api, {
    ...{ method: "post", path: "/prices/preview", session: "full", permission: "prices:write" },
    ...{ body: pricePreviewRequest, response: pricePreview },
    summary: "Summarize what a rule would change, without changing anything",
    refusals: { forbidden: staffRefusals.forbidden },
    handler: async ({ db, session, body, now }) => ({
      data: await previewPrices(db, body, { staffId: session.staff.id, permissions: session.permissions, now }),
    }),
  });
  adminQuery(api, {
    path: "/sales",
    permission: "prices:write",
    summary: "List the sales that are running by their end",
    response: saleList,
    handler: async ({ db, now }) => ({ data: await getSaleList(db, now) }),
  });
  adminQuery(api, {
    path: "/variants/{id}/price-history",
    permission: "products:read",
    summary: "List the prices that a variant had",
    params: variantParams,
    response: priceHistory,
    handler: async ({ db, params }) => ({ data: await getPriceHistory(db, params.id) }),
  });
}
