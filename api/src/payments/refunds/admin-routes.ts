import { refusals as giftCardRefusals } from "../../gift-cards/schema.ts";
import { orderParams } from "../../orders/admin-schema.ts";
import { refusals as orderRefusals } from "../../orders/schema.ts";
import { type AdminApi, adminEndpoint, adminQuery } from "../../staff/admin-endpoint.ts";
import { refusals } from "../schema.ts";
import { recordFailedRefund, refundOrder, retryFailedRefund } from "./admin-actions.ts";
import { refundOptions, requestedRefund, retriedRefund } from "./admin-schema.ts";
import { getRefundOptions } from "./refund-options.ts";

const { order_not_found } = orderRefusals;
const { nothing_to_refund, refund_too_large, refund_of_certificates, restock_not_possible } = refusals;
const { refund_not_found, refund_not_failed, order_edit_open } = refusals;
const { certificate_used } = giftCardRefusals;

/** Endpoints that refund orders (docs/domain/payments.md). */
export function adminRefundRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/orders/{id}/refunds",
    permission: "refunds:create",
    summary: "Get what of an order can be refunded",
    params: orderParams,
    response: refundOptions,
    refusals: { order_not_found },
    handler: async ({ db, params }) => ({ data: await getRefundOptions(db, params.id) }),
  });
  adminEndpoint(api, {
    method: "post",
    path: "/orders/{id}/refunds",
    summary: "Refund lines, delivery or an amount of an order; requires an Idempotency-Key",
    action: refundOrder,
    isApprovable: true,
    requiresIdempotencyKey: true,
    response: requestedRefund,
    refusals: {
      ...{ order_not_found, nothing_to_refund, refund_too_large, restock_not_possible },
      ...{ refund_of_certificates, certificate_used, order_edit_open },
    },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/refunds/{id}/retry",
    summary: "Send the money of a failed refund again; requires an Idempotency-Key",
    action: retryFailedRefund,
    isApprovable: true,
    requiresIdempotencyKey: true,
    response: retriedRefund,
    refusals: { refund_not_found, refund_not_failed, refund_too_large, order_edit_open },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/refunds/{id}/record",
    summary: "Record that a failed refund was paid outside of the provider; requires an Idempotency-Key",
    action: recordFailedRefund,
    isApprovable: true,
    requiresIdempotencyKey: true,
    response: retriedRefund,
    refusals: { refund_not_found, refund_not_failed, refund_too_large, order_edit_open },
  });
}
