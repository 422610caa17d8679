import { z } from "zod";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { idParams } from "../platform/http/id-params.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { photoRefusals } from "../platform/media/schema.ts";
import { getCustomerOrderReturns, getCustomerReturn } from "./customer-returns.ts";
import { sendPhotoToCustomer, storeReturnPhoto } from "./photos.ts";
import { requestCustomerReturn } from "./request-customer-return.ts";
import {
  createdReturn,
  customerOrderReturns,
  customerReturn,
  newReturn,
  refusals,
  RETURN_PHOTOS_PATH,
  returnPhoto,
} from "./schema.ts";

const { order_not_found } = orderRefusals;
const { return_not_found, return_not_possible, return_quantity_exceeded, return_period_over, return_photo_not_found } =
  refusals;

/** Endpoints by which customers request returns and follow them (docs/domain/returns.md). */
export function customerReturnRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/orders/{id}/returns",
    auth: "customer",
    summary: "List the returns of an order, and what of it can still be returned",
    params: idParams,
    response: customerOrderReturns,
    refusals: { order_not_found },
    handler: async ({ db, customer, params, now }) => ({
      data: await getCustomerOrderReturns(db, customer.id, params.id, now),
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/user/orders/{id}/returns",
    auth: "customer",
    summary: "Request a return or an exchange, or report a problem with goods; `Idempotency-Key` is required",
    params: idParams,
    body: newReturn,
    response: createdReturn,
    status: 201,
    refusals: { order_not_found, return_not_possible, return_quantity_exceeded, return_period_over },
    handler: async ({ app, customer, params, body, locale, idempotencyKey }) => ({
      data: await requestCustomerReturn(
        app,
        { customerId: customer.id, orderId: params.id, key: idempotencyKey },
        body,
      ),
      message: formatMessage(locale, "return_sent"),
    }),
  });
  endpoint(api, {
    method: "get",
    path: "/user/returns/{id}",
    auth: "customer",
    summary: "Get one of the customer's returns",
    params: idParams,
    response: customerReturn,
    refusals: { return_not_found },
    handler: async ({ db, customer, params }) => ({ data: await getCustomerReturn(db, customer.id, params.id) }),
  });
  addPhotoEndpoints(api);
}

function addPhotoEndpoints(api: Api): void {
  endpoint(api, {
    method: "post",
    path: RETURN_PHOTOS_PATH,
    auth: "customer",
    summary: "Upload a photo for a return as the request body: JPEG, PNG or WebP, detected by content",
    response: returnPhoto,
    status: 201,
    refusals: photoRefusals,
    handler: async ({ app, customer, honoContext }) => ({
      data: await storeReturnPhoto(app, customer.id, new Uint8Array(await honoContext.req.arrayBuffer())),
    }),
  });
  endpoint(api, {
    method: "get",
    path: `${RETURN_PHOTOS_PATH}/{id}`,
    auth: "customer",
    summary: "Download one of the customer's photos as a JPEG",
    params: z.object({ id: z.uuid() }),
    refusals: { return_photo_not_found },
    handler: async ({ db, customer, params }) => sendPhotoToCustomer(db, customer.id, params.id),
  });
}
