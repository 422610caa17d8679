import { z } from "zod";
import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { photoRefusals } from "../../platform/media/schema.ts";
import { refusals as orderRefusals } from "../schema.ts";
import { getOrderMessages, sendMessage } from "./messages.ts";
import { sendPhotoToCustomer, storeMessagePhoto } from "./photos.ts";
import { createdMessage, MESSAGE_PHOTOS_PATH, messagePhoto, newMessage, orderMessages, refusals } from "./schema.ts";

const { order_not_found } = orderRefusals;

/** Endpoints by which customers write to the staff about an order (docs/domain/orders.md#messages). */
export function orderMessageRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/orders/{id}/messages",
    auth: "customer",
    summary: "List the conversation with the staff about an order, oldest first",
    params: idParams,
    response: orderMessages,
    refusals: { order_not_found },
    handler: async ({ db, customer, params, now }) => ({
      data: await getOrderMessages(db, { customerId: customer.id, orderId: params.id, now }),
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/orders/{id}/messages",
    auth: "customer",
    summary: "Send the staff a message about an order; `Idempotency-Key` is required",
    params: idParams,
    body: newMessage,
    response: createdMessage,
    status: 201,
    refusals: { order_not_found },
    handler: async ({ app, customer, params, body, locale, idempotencyKey }) => ({
      data: await sendMessage(app, { customerId: customer.id, orderId: params.id, key: idempotencyKey }, body),
      message: formatMessage(locale, "order_message_sent"),
    }),
  });
  addPhotoEndpoints(api);
}

function addPhotoEndpoints(api: Api): void {
  endpoint(api, {
    method: "post",
    path: MESSAGE_PHOTOS_PATH,
    auth: "customer",
    summary: "Upload a photo for a message as the request body: JPEG, PNG or WebP, detected by content",
    response: messagePhoto,
    status: 201,
    refusals: photoRefusals,
    handler: async ({ app, customer, honoContext }) => ({
      data: await storeMessagePhoto(app, customer.id, new Uint8Array(await honoContext.req.arrayBuffer())),
    }),
  });
  endpoint(api, {
    method: "get",
    path: `${MESSAGE_PHOTOS_PATH}/{id}`,
    auth: "customer",
    summary: "Download one of the customer's photos as a JPEG",
    params: z.object({ id: z.uuid() }),
    refusals,
    handler: async ({ db, customer, params }) => sendPhotoToCustomer(db, customer.id, params.id),
  });
}
