import { refusals as orderRefusals } from "../../orders/schema.ts";
import { type AdminApi, adminEndpoint } from "../../staff/admin-endpoint.ts";
import { refusals as fulfillmentRefusals } from "../schema.ts";
import type { printOrderDocument as PrintOrderDocument } from "./admin-actions.ts";
import { createdDocument, refusals } from "./admin-schema.ts";

const { order_not_found } = orderRefusals;
const { document_not_available, documents_per_shipment, text_not_drawable } = refusals;

/**
 * The endpoint that prints documents (docs/domain/fulfillment.md).
 * @param printOrderDocument passed by `buildAdminApi`, since it needs the files of many modules
 */
export const documentRoutes = (printOrderDocument: typeof PrintOrderDocument) => (api: AdminApi) => {
  adminEndpoint(api, {
    method: "post",
    path: "/orders/{id}/documents",
    action: printOrderDocument,
    summary: "Print a document of an order, or of one of its shipments; an unchanged one is not printed again",
    response: createdDocument,
    refusals: {
      ...{ order_not_found, document_not_available, documents_per_shipment, text_not_drawable },
      ...fulfillmentRefusals,
    },
  });
};
