import { serializeThumbnail } from "../../content/images.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { type AdminApi, adminQuery } from "../../staff/admin-endpoint.ts";
import { coverDays, defaultLeadDays } from "../settings.ts";
import { reorderList, reorderQuery } from "./admin-schema.ts";
import { listSuggestions } from "./sql.ts";

/** The endpoint that suggests what to order from suppliers (docs/domain/purchase-orders.md). */
export function reorderRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/reports/reorder",
    permission: "inventory:write",
    summary: "Suggest what to order from suppliers, from sales, lead times and what is expected; the most urgent first",
    query: reorderQuery,
    response: reorderList,
    handler: async ({ db, query, locale, now }) => {
      const [days, leadDays] = await Promise.all([getSetting(db, coverDays), getSetting(db, defaultLeadDays)]);
      const rows = await listSuggestions(db, {
        ...{ supplierId: query.supplier ?? null, limit: query.limit, coverDays: days, defaultLeadDays: leadDays },
        ...{ locale, now },
      });
      const items = rows.map(({ image, supplier_id, supplier_name, total: _total, ...row }) => ({
        ...row,
        image: image && serializeThumbnail(image, ""),
        supplier: supplier_id === null || supplier_name === null ? null : { id: supplier_id, name: supplier_name },
      }));
      return { data: { items, total: rows[0]?.total ?? 0, cover_days: days } };
    },
  });
}
