import { type AdminApi, adminQuery } from "../../staff/admin-endpoint.ts";
import { createPdfResponse } from "../documents/pdf-response.ts";
import { carrierFileQuery } from "./admin-schema.ts";
import { printCarrierFile } from "./print-labels.ts";
import { refusals } from "./schema.ts";

const { carrier_not_set_up, carrier_order_not_created, carrier_print_refused, carrier_print_unavailable } = refusals;

/** The endpoint that sends what a carrier prints (docs/domain/fulfillment.md). */
export function carrierFileRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/carrier-files",
    permission: "orders:fulfill",
    summary: "Download the labels or waybills that CDEK prints for shipments, as one PDF file",
    query: carrierFileQuery,
    refusals: { carrier_order_not_created, carrier_not_set_up, carrier_print_refused, carrier_print_unavailable },
    handler: async ({ app, query }) => createPdfResponse(await printCarrierFile(app, query), `cdek-${query.kind}.pdf`),
  });
}
