import type { CdekPrintKind } from "../../delivery/cdek/client.ts";
import { CdekRefusedError, CdekUnavailableError } from "../../delivery/cdek/request.ts";
import { getCdekClient } from "../../delivery/pickup-points/sources.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { CarrierFileQuery } from "./admin-schema.ts";
import { refusals } from "./schema.ts";
import { listCarrierRefs } from "./sql.ts";

const printKinds: Record<CarrierFileQuery["kind"], CdekPrintKind> = { label: "barcodes", waybill: "orders" };

/**
 * Returns what CDEK prints for shipments as one PDF file. It is not stored: CDEK has it, and it has personal data.
 * @throws Refusal `carrier_order_not_created` with the shipments that have no number, `carrier_not_set_up`,
 * `carrier_print_refused` with the reasons of CDEK, or `carrier_print_unavailable`
 */
export async function printCarrierFile(
  app: AppContext,
  { kind, shipment_ids: shipmentIds }: CarrierFileQuery,
): Promise<Buffer<ArrayBuffer>> {
  const client = getCdekClient(app);
  if (!client) throw refuse(refusals, "carrier_not_set_up");
  const refs = await listCarrierRefs(app.db, shipmentIds);
  const missing = shipmentIds.filter((id) => !refs.has(id));
  if (missing.length > 0) throw refuse(refusals, "carrier_order_not_created", { data: { shipment_ids: missing } });
  try {
    return await client.print(printKinds[kind], [...refs.values()]);
  } catch (error) {
    if (error instanceof CdekRefusedError)
      throw refuse(refusals, "carrier_print_refused", { data: { errors: error.errors } });
    if (!(error instanceof CdekUnavailableError)) throw error;
    app.log.error("CDEK is not available; nothing is printed", error);
    throw refuse(refusals, "carrier_print_unavailable");
  }
}
