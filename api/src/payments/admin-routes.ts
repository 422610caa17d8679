import { type AdminApi, adminQuery } from "../staff/admin-endpoint.ts";
import { paymentListQuery, paymentPage } from "./admin-schema.ts";
import { getPaymentPage } from "./payment-list.ts";

/** Endpoints that read payments (docs/domain/payments.md). */
export function adminPaymentRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/payments",
    permission: "payments:read",
    summary: "List payments with attempts, refunds and what reconciliation found: a view with filters, one page",
    query: paymentListQuery,
    response: paymentPage,
    handler: async ({ db, query }) => ({ data: await getPaymentPage(db, query) }),
  });
}
