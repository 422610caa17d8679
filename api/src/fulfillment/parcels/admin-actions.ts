import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { toStoreDate } from "../../platform/i18n/store-dates.ts";
import { adminAction } from "../../staff/admin-action.ts";
import type { ShipmentStatus } from "../shipments/admin-schema.ts";
import { requireShipmentAndOrder } from "../shipments/lock-shipment.ts";
import { eventParams, type RecordedEvent, recordEventRequest, removeEventRequest } from "./admin-schema.ts";
import { notifyOfLastEvent, parcelNotices, withdrawNotice } from "./notify-customer.ts";
import { refusals } from "./schema.ts";
import { deleteEvent, insertEvent } from "./sql.ts";

const sentStatuses: ReadonlySet<ShipmentStatus> = new Set(["shipped", "delivered", "returned"]);

const noStepUp = () => false;
const shipment = ({ id }: { id: number }) => ({ kind: "shipment", id });

/**
 * Records what has happened to a parcel that has left. It never changes the status of its order. The customer is emailed
 * about some events after 30 seconds.
 */
export const recordParcelEvent = adminAction({
  name: "shipment.event_recorded",
  permission: "orders:fulfill",
  params: idParams,
  input: recordEventRequest,
  subject: shipment,
  stepUp: noStepUp,
  run: async (tx, { id }, { kind, at, place, storage_until, pickup_code }, { now }) => {
    const { shipment: current } = await requireShipmentAndOrder(tx, id);
    if (!sentStatuses.has(current.status))
      throw refuse(refusals, "parcel_not_sent", { data: { status: current.status } });
    const time = at === undefined ? now : new Date(at);
    if (time > now) throw refuse(commonRefusals, "validation_failed", { fields: { at: ["invalid"] } });
    if (storage_until !== undefined && storage_until < toStoreDate(time))
      throw refuse(commonRefusals, "validation_failed", { fields: { storage_until: ["invalid"] } });
    const isNew = await insertEvent(tx, id, {
      ...{ code: kind, at: time, place },
      ...{ storage_until: storage_until ?? null, pickup_code: pickup_code ?? null },
    });
    const result: RecordedEvent = { shipment_id: id, order_id: current.order_id, kind, at: time.toISOString() };
    if (!isNew) return { result, changes: null };
    await notifyOfLastEvent(tx, id, { now, canUndo: true });
    const changes = [
      { field: "event", from: null, to: kind },
      { field: "at", from: null, to: result.at },
      ...(place === "" ? [] : [{ field: "place", from: null, to: place, personal: "text" as const }]),
      ...(storage_until === undefined ? [] : [{ field: "storage_until", from: null, to: storage_until }]),
      ...(pickup_code === undefined
        ? []
        : [{ field: "pickup_code", from: null, to: pickup_code, personal: "text" as const }]),
    ];
    return { result, changes };
  },
  inverse: ({ params: { id }, result: { kind, at } }) => ({
    action: "shipment.event_removed",
    params: { id, kind, at },
    input: {},
  }),
});

/** Removes an event that staff have recorded, with its message to the customer if that was not sent. */
export const removeParcelEvent = adminAction({
  name: "shipment.event_removed",
  permission: "orders:fulfill",
  params: eventParams,
  input: removeEventRequest,
  subject: shipment,
  stepUp: noStepUp,
  run: async (tx, { id, kind, at }, _input, { now }) => {
    const { shipment: current } = await requireShipmentAndOrder(tx, id);
    const removed = await deleteEvent(tx, id, { code: kind, at: new Date(at) });
    if (!removed) throw refuse(refusals, "parcel_event_not_found");
    const notice = parcelNotices.find((one) => one === kind);
    if (notice) await withdrawNotice(tx, id, notice);
    // What is the last event now may be one that the customer has to know.
    await notifyOfLastEvent(tx, id, { now, canUndo: true });
    const result: RecordedEvent = { shipment_id: id, order_id: current.order_id, kind, at };
    return { result, changes: [{ field: "event", from: kind, to: null }] };
  },
  inverse: null,
});
