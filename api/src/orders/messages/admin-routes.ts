import { type AdminApi, adminEndpoint, adminQuery } from "../../staff/admin-endpoint.ts";
import { refusals as orderRefusals } from "../schema.ts";
import { closeMessages, reopenClosedMessages } from "./admin-actions.ts";
import { changedMessages, messagePhotoParams } from "./admin-schema.ts";
import { sendPhotoToStaff } from "./photos.ts";
import { refusals } from "./schema.ts";

const { order_not_found } = orderRefusals;

/** Endpoints for the messages of customers; staff answer with a note for the customer (docs/domain/orders.md#messages). */
export function adminMessageRoutes(api: AdminApi): void {
  adminEndpoint(api, {
    method: "post",
    path: "/orders/{id}/messages/close",
    summary: "Say that the messages of the customer that wait need no answer",
    action: closeMessages,
    response: changedMessages,
    refusals: { order_not_found },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/orders/{id}/messages/reopen",
    summary: "Let messages wait for an answer again that needed none",
    action: reopenClosedMessages,
    response: changedMessages,
    refusals: { order_not_found },
  });
  adminQuery(api, {
    path: "/orders/{id}/message-photos/{photo}",
    permission: "orders:read",
    summary: "Download a photo of a message about an order as a JPEG",
    params: messagePhotoParams,
    refusals,
    handler: async ({ db, params }) => sendPhotoToStaff(db, params.id, params.photo),
  });
}
