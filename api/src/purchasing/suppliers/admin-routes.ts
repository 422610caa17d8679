import { listAllCurrencyCodes } from "../../money/service.ts";
import { commonRefusals } from "../../platform/http/errors.ts";
import { type AdminApi, adminEndpoint, adminQuery } from "../../staff/admin-endpoint.ts";
import { createSupplier, editSupplier } from "./admin-actions.ts";
import { changedSupplier, refusals, supplierList } from "./admin-schema.ts";
import { listSuppliers } from "./sql.ts";

const { supplier_exists, supplier_not_found } = refusals;
const { unknown_currency } = commonRefusals;

/** Endpoints about suppliers (docs/domain/purchase-orders.md). */
export function supplierRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/suppliers",
    permission: "inventory:write",
    summary: "List the suppliers with the figures of their orders",
    response: supplierList,
    handler: async ({ db, now }) => {
      const [items, currencies] = await Promise.all([listSuppliers(db, now), listAllCurrencyCodes(db)]);
      return { data: { items, currencies } };
    },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/suppliers",
    action: createSupplier,
    summary: "Add a supplier",
    response: changedSupplier,
    refusals: { supplier_exists, unknown_currency },
  });
  adminEndpoint(api, {
    method: "patch",
    path: "/suppliers/{id}",
    action: editSupplier,
    summary: "Change a supplier, with the values that were seen",
    response: changedSupplier,
    refusals: { supplier_exists, supplier_not_found, unknown_currency },
  });
}
