import { type AdminApi, adminQuery } from "../staff/admin-endpoint.ts";
import { catalogTerms, productListQuery, productPage } from "./admin-schema.ts";
import { listCatalogTerms } from "./admin-sql.ts";
import { getProductPage } from "./product-list.ts";

/** Endpoints by which staff read the catalog (docs/domain/catalog-admin.md). */
export function catalogAdminRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/products",
    permission: "products:read",
    summary: "List products of any status with the counts of the views",
    query: productListQuery,
    response: productPage,
    handler: async ({ db, query, locale }) => ({ data: await getProductPage(db, query, locale) }),
  });
  adminQuery(api, {
    path: "/catalog-terms",
    permission: "products:read",
    summary: "List the brands, categories, series, concerns and tags that products can have",
    response: catalogTerms,
    handler: async ({ db, locale }) => ({ data: await listCatalogTerms(db, locale) }),
  });
}
