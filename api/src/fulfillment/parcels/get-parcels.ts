import { refusals } from "../../orders/schema.ts";
import { addDays } from "../../orders/staff/due-date.ts";
import { getTrackingUrl } from "../../orders/status/tracking.ts";
import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { toStoreDate } from "../../platform/i18n/store-dates.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { pickupReminderDays } from "../settings.ts";
import { listKnownEvents } from "./current-event.ts";
import type { OrderParcels, Parcel } from "./schema.ts";
import { findOrderParcels, type ParcelRow } from "./sql.ts";

/**
 * Returns the parcels of one of the customer's own orders.
 * @throws refusal `order_not_found`, also for another customer's order
 */
export async function getOrderParcels(
  db: Db,
  { customerId, orderId, now }: { customerId: number; orderId: number; now: Date },
): Promise<OrderParcels> {
  const [row, reminderDays] = await Promise.all([findOrderParcels(db, orderId), getSetting(db, pickupReminderDays)]);
  if (row?.customer_id !== customerId) throw refuse(refusals, "order_not_found");
  const { pickup_point: point, parcels } = row;
  return {
    point: point && { address: `${point.city}, ${point.address}`, work_time: point.work_time },
    parcels: parcels.map((one) => serializeParcel(one, { reminderDays, today: toStoreDate(now) })),
  };
}

type ReminderTerms = Readonly<{
  /** How many days before the storage ends the customer is reminded; 0 for never. */
  reminderDays: number;
  /** The day in the time zone of the store. */
  today: string;
}>;

function serializeParcel(row: ParcelRow, terms: ReminderTerms): Parcel {
  const { number, status, weight_g, tracking_number, events } = row;
  const known = listKnownEvents(events);
  const [current] = known;
  const hasLeft = status !== "packed";
  return {
    number,
    weight_g,
    // A number is of no use to the customer until the carrier has the parcel.
    tracking: hasLeft && tracking_number ? { number: tracking_number, url: getTrackingUrl(tracking_number) } : null,
    pickup:
      status === "shipped" && current?.kind === "ready_for_pickup"
        ? {
            until: current.storage_until,
            code: current.pickup_code,
            remind_on: getReminderDay(current.storage_until, terms),
          }
        : null,
    events: known.map(({ kind, at, place }) => ({ kind, at: at.toISOString(), place })),
  };
}

function getReminderDay(until: string | null, { reminderDays, today }: ReminderTerms): string | null {
  if (until === null || reminderDays === 0) return null;
  const day = addDays(until, -reminderDays);
  return day > today ? day : null;
}
