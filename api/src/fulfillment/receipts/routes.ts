import { refusals as orderRefusals } from "../../orders/schema.ts";
import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { refusals as documentRefusals } from "../documents/admin-schema.ts";
import { createPdfResponse } from "../documents/pdf-response.ts";
import { getReceipt } from "./get-receipt.ts";
import { refusals } from "./schema.ts";

const { order_not_found } = orderRefusals;
const { text_not_drawable } = documentRefusals;

/** The endpoint by which customers download the receipt of an order (docs/domain/fulfillment.md#documents). */
export function receiptRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/orders/{id}/receipt",
    auth: "customer",
    summary: "Download the receipt of a paid order as a PDF file",
    params: idParams,
    refusals: { order_not_found, text_not_drawable, ...refusals },
    handler: async ({ app, customer, params }) =>
      createPdfResponse(await getReceipt(app, customer.id, params.id), `receipt-${params.id}.pdf`),
  });
}
