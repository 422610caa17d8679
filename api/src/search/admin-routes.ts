import { type AdminApi, adminQuery } from "../staff/admin-endpoint.ts";
import { foundProducts, productSearchQuery } from "./admin-schema.ts";
import { findProducts } from "./find-products.ts";

/** The endpoint by which staff find products. */
export function adminProductSearchRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/products/search",
    permission: "products:read",
    summary: "Find products of any status by a text that is being typed",
    query: productSearchQuery,
    response: foundProducts,
    handler: async ({ app, query, locale }) => ({ data: await findProducts(app, query.q, locale) }),
  });
}
