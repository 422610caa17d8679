import { z } from "zod";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { refusals as paymentRefusals } from "../payments/schema.ts";
import { refusals as previewRefusals } from "../platform/changes/schema.ts";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { idParams } from "../platform/http/id-params.ts";
import { refusals } from "./admin-schema.ts";
import type { CustomerEditing } from "./customer-edits.ts";
import {
  customerEditOutcome,
  customerEditRequest,
  customerOrderEditing,
  customerPickupPoints,
  customerRefusals,
  previewCustomerEditRequest,
} from "./schema.ts";

const { order_not_found } = orderRefusals;
const { payment_in_progress, payment_not_offered, refund_too_large } = paymentRefusals;
const { order_edit_not_found: _notFound, order_edit_ended, ...editRefusals } = refusals;
const { order_edit_not_yours, ...limitRefusals } = customerRefusals;
const allRefusals = { order_not_found, payment_not_offered, refund_too_large, ...editRefusals, ...limitRefusals };

/** Endpoints by which customers edit their paid orders until they are packed (docs/domain/order-edits.md). */
export const customerOrderEditRoutes = (editing: CustomerEditing) => (api: Api) => {
  endpoint(api, {
    method: "get",
    path: "/user/orders/{id}/edit",
    auth: "customer",
    summary: "Get what can be changed of an order",
    params: idParams,
    response: customerOrderEditing,
    refusals: { order_not_found },
    handler: async ({ db, customer, params, now }) => ({
      data: await editing.getOwnOrderEditing(db, { customerId: customer.id, orderId: params.id }, now),
    }),
  });
  endpoint(api, {
    method: "get",
    path: "/user/orders/{id}/edit/pickup-points",
    auth: "customer",
    summary: "List the pickup points to which an order can be sent instead",
    params: idParams,
    response: customerPickupPoints,
    refusals: { order_not_found },
    handler: async ({ db, customer, params, locale }) => ({
      data: await editing.getOwnPickupPoints(db, { customerId: customer.id, orderId: params.id }, locale),
    }),
  });
  changeEndpoints(api, editing);
};

function changeEndpoints(api: Api, editing: CustomerEditing): void {
  endpoint(api, {
    method: "post",
    path: "/user/orders/{id}/edit/preview",
    auth: "customer",
    summary: "Preview a change of an order",
    params: idParams,
    body: previewCustomerEditRequest,
    response: customerEditOutcome,
    refusals: { ...allRefusals, ...previewRefusals },
    handler: async ({ app, customer, params, body }) => ({
      data: await editing.previewOwnEdit(app, { customerId: customer.id, orderId: params.id }, body),
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/orders/{id}/edit",
    auth: "customer",
    summary:
      "Change a paid order until it is packed: applied at once, or when the difference is paid; `Idempotency-Key` is required",
    params: idParams,
    body: customerEditRequest,
    response: customerEditOutcome,
    refusals: allRefusals,
    handler: async ({ app, customer, params, body, idempotencyKey: key }) => ({
      data: await editing.editOwnOrder(app, { customerId: customer.id, orderId: params.id, key }, body),
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/orders/{id}/edit/cancel",
    auth: "customer",
    summary: "Cancel a change of an order that awaits its payment",
    params: idParams,
    response: z.object({ canceled: z.literal(true) }),
    refusals: { order_not_found, order_edit_ended, order_edit_not_yours, payment_in_progress },
    handler: async ({ app, customer, params }) => {
      await editing.cancelOwnEdit(app, { customerId: customer.id, orderId: params.id });
      return { data: { canceled: true as const } };
    },
  });
}
