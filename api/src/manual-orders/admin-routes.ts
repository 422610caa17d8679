import { getCurrency } from "../money/service.ts";
import { addableProducts } from "../order-edits/admin-schema.ts";
import { refusals as paymentRefusals } from "../payments/schema.ts";
import { refusals as returnRefusals } from "../returns/admin-schema.ts";
import { type AdminApi, adminEndpoint, adminQuery } from "../staff/admin-endpoint.ts";
import {
  customerSearchQuery,
  foundCustomers,
  manualOrder,
  manualOrderEstimate,
  manualOrderEstimateQuery,
  manualOrderOptions,
  manualProductQuery,
  refusals,
} from "./admin-schema.ts";
import type { ManualOrdering } from "./manual-ordering.ts";

const { payment_not_offered } = paymentRefusals;
const { return_not_found } = returnRefusals;
const permission = "orders:edit";

/** Endpoints by which staff place orders for customers (docs/domain/manual-orders.md). */
export const manualOrderRoutes = (ordering: ManualOrdering) => (api: AdminApi) => {
  adminEndpoint(api, {
    method: "post",
    path: "/orders",
    summary: "Place an order for a customer, who pays with a link, or at no charge for a claim",
    action: ordering.placeManualOrderAction,
    response: manualOrder,
    refusals: { ...refusals, payment_not_offered, return_not_found },
    requiresIdempotencyKey: true,
  });
  adminQuery(api, {
    path: "/manual-orders/estimate",
    permission,
    summary: "Calculate what an order would cost and how it could be sent",
    query: manualOrderEstimateQuery,
    response: manualOrderEstimate,
    handler: async ({ app, query, locale, now }) => ({
      data: await ordering.estimateManualOrder(app, query, { locale, now }),
    }),
  });
  adminQuery(api, {
    path: "/manual-orders/customers",
    permission,
    summary: "Find a customer by a whole email or phone number; personal data is masked",
    query: customerSearchQuery,
    response: foundCustomers,
    handler: async ({ db, query: { q } }) => ({ data: await ordering.findCustomers(db, q) }),
  });
  adminQuery(api, {
    path: "/manual-orders/products",
    permission,
    summary: "Find products that can be ordered, with today's prices",
    query: manualProductQuery,
    response: addableProducts,
    handler: async ({ db, query: { q, currency }, locale, now }) => ({
      data: await ordering.findSoldVariants(db, q, await getCurrency(db, currency), { locale, now }),
    }),
  });
  adminQuery(api, {
    path: "/manual-orders/options",
    permission,
    summary: "List the currencies and the countries of orders",
    response: manualOrderOptions,
    handler: async ({ db, locale }) => ({ data: await ordering.listOptions(db, locale) }),
  });
};
