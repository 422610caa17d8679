import type { CdekClient } from "../../delivery/cdek/client.ts";
import { CdekRefusedError } from "../../delivery/cdek/request.ts";
import type { CdekOrder } from "../../delivery/cdek/responses.ts";
import { getAnyCurrency } from "../../money/service.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { toStoreDate } from "../../platform/i18n/store-dates.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { cdekContractSetting } from "../settings.ts";
import type { CarrierError } from "./admin-schema.ts";
import { addErrorField, buildCdekOrder } from "./cdek-order.ts";
import { type CarrierOrderRow, findCarrierShipment, updateCarrierOrder, updateCarrierRef } from "./sql.ts";

/** How long CDEK needs to check an order. */
export const VALIDATION_MS = 10_000;

/**
 * Registers an order at CDEK. An order with its number may exist already, if an earlier attempt ended before the answer
 * was stored: then that one is taken.
 * @param order claimed by this process
 * @throws CdekUnavailableError; the order stays `requested`
 */
export async function sendOrder(app: AppContext, client: CdekClient, order: CarrierOrderRow): Promise<void> {
  try {
    const sent = (await client.findOrder(order.reference)) ?? (await createOrder(app, client, order));
    const carrierRef = sent.entity?.uuid;
    if (carrierRef === undefined) throw new CdekRefusedError("the order has no UUID", listErrors(sent));
    await updateCarrierRef(app.db, order.id, carrierRef);
    const checkAt = new Date(app.clock.now().getTime() + VALIDATION_MS);
    await updateCarrierOrder(app.db, order, { status: "accepted", next_check_at: checkAt });
  } catch (error) {
    if (!(error instanceof CdekRefusedError)) throw error;
    await refuseOrder(app, order, error.errors);
  }
}

async function createOrder(app: AppContext, client: CdekClient, order: CarrierOrderRow): Promise<CdekOrder> {
  const { db, clock, config } = app;
  const shipment = await findCarrierShipment(db, order.shipment_id);
  const contract = await getSetting(db, cdekContractSetting);
  if (!shipment || !contract) throw new CdekRefusedError(`order ${order.reference} cannot be sent`);
  const currency = await getAnyCurrency(db, contract.currency);
  const { identity_order_id: orderId, encrypted_identity: encrypted } = shipment;
  const identity = encrypted && orderId !== null ? app.decryptRecipientIdentity(config, orderId, encrypted) : null;
  const date = toStoreDate(clock.now());
  return client.createOrder(
    buildCdekOrder({ reference: order.reference, shipment, contract, currency, date, identity }),
  );
}

/** Ends a request that CDEK has refused. A new one can be made when the data is corrected. */
export async function refuseOrder(
  { db }: Pick<AppContext, "db">,
  order: CarrierOrderRow,
  errors: readonly CarrierError[],
): Promise<void> {
  const reasons = errors.map(addErrorField);
  await updateCarrierOrder(db, order, { status: "refused", errors: reasons, next_check_at: null });
}

/** Returns why CDEK refused a request. */
export function listErrors({ requests }: Pick<CdekOrder, "requests">): CarrierError[] {
  return requests.filter(({ state }) => state === "INVALID").flatMap(({ errors }) => errors);
}
