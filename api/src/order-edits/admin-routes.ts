import { orderParams } from "../orders/admin-schema.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { refusals as paymentRefusals } from "../payments/schema.ts";
import { type AdminApi, adminEndpoint, adminQuery } from "../staff/admin-endpoint.ts";
import {
  addableProducts,
  canceledOrderEdit,
  deliveryOptions,
  orderEditList,
  orderEditOutcome,
  productSearchQuery,
  refusals,
} from "./admin-schema.ts";
import { getOrderEdits } from "./edit-outcome.ts";
import type { OrderEditing } from "./order-editing.ts";

const { order_not_found } = orderRefusals;
const { payment_in_progress, payment_not_offered, refund_too_large } = paymentRefusals;
const { order_edit_not_found, order_edit_ended, ...editRefusals } = refusals;

/** Endpoints that edit placed orders (docs/domain/order-edits.md). */
export const adminOrderEditRoutes = (editing: OrderEditing) => (api: AdminApi) => {
  adminQuery(api, {
    path: "/orders/{id}/edits",
    permission: "orders:read",
    summary: "List the edits of an order, newest first",
    params: orderParams,
    response: orderEditList,
    handler: async ({ db, params: { id } }) => ({ data: await getOrderEdits(db, id) }),
  });
  adminEndpoint(api, {
    method: "post",
    path: "/orders/{id}/edits",
    summary: "Edit a paid order: apply it at once, or send the customer a payment link for the difference",
    action: editing.editOrderAction,
    isApprovable: true,
    response: orderEditOutcome,
    refusals: { order_not_found, payment_not_offered, refund_too_large, ...editRefusals },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/order-edits/{id}/cancel",
    summary: "Cancel an order edit that awaits its payment",
    action: editing.cancelOrderEdit,
    response: canceledOrderEdit,
    refusals: { order_edit_not_found, order_edit_ended, payment_in_progress },
  });
  adminQuery(api, {
    path: "/orders/{id}/edits/products",
    permission: "orders:edit",
    summary: "Find products that can be added to an order, with their prices at its rate",
    params: orderParams,
    query: productSearchQuery,
    response: addableProducts,
    refusals: { order_not_found },
    handler: async ({ db, params: { id }, query: { q }, locale, now }) => ({
      data: await editing.findAddableProducts(db, id, q, { locale, now }),
    }),
  });
  adminQuery(api, {
    path: "/orders/{id}/edits/delivery-options",
    permission: "orders:edit",
    summary: "List how the parcel of an order can be sent",
    params: orderParams,
    response: deliveryOptions,
    refusals: { order_not_found },
    handler: async ({ db, params: { id }, locale }) => ({ data: await editing.getDeliveryOptions(db, id, locale) }),
  });
};
