import { serializeThumbnail } from "../content/images.ts";
import { type AdminApi, adminEndpoint, adminQuery } from "../staff/admin-endpoint.ts";
import { changeStock } from "./admin-actions.ts";
import {
  changedStock,
  refusals,
  stockLevelList,
  stockLevelQuery,
  stockMovementListQuery,
  stockMovementPage,
} from "./admin-schema.ts";
import { listStockLevels, listStockMovements } from "./admin-sql.ts";

/** Endpoints about the stock and its movements (docs/domain/inventory.md). */
export function inventoryRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/stock-movements",
    permission: "products:read",
    summary: "List the movements of the stock, newest first: of a variant, of a kind, of an order",
    query: stockMovementListQuery,
    response: stockMovementPage,
    handler: async ({ db, query, locale }) => {
      const rows = await listStockMovements(db, query, locale);
      const items = rows.slice(0, query.limit).map((movement) => ({ ...movement, at: movement.at.toISOString() }));
      return { data: { items, next: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null } };
    },
  });
  adminQuery(api, {
    path: "/stock-levels",
    permission: "products:read",
    summary: "List how much there is of the variants of a product",
    query: stockLevelQuery,
    response: stockLevelList,
    handler: async ({ db, query, locale }) => {
      const rows = await listStockLevels(db, query.product, locale);
      const items = rows.map(({ image, ...level }) => ({
        ...level,
        image: image && serializeThumbnail(image, ""),
        on_hand: level.available + level.committed,
      }));
      return { data: { items } };
    },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/stock-movements",
    action: changeStock,
    summary: "Receive, write off or count pieces of a variant",
    response: changedStock,
    refusals,
  });
}
