import { addDays } from "../../orders/staff/due-date.ts";
import { withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import type { Job } from "../../platform/jobs/job-queue.ts";
import { toStoreDate } from "../../platform/i18n/store-dates.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { pickupReminderDays } from "../settings.ts";
import { lockShipment } from "../shipments/sql.ts";
import { findNoticeSource, sendNotice } from "./notify-customer.ts";
import { listStoredParcels } from "./sql.ts";

/** At 10:00 in the time zone of the store. */
export const pickupReminderJob: Job = {
  name: "fulfillment.remind_of_pickup",
  schedule: "0 7 * * *",
  work: remindOfPickup,
};

/**
 * Reminds customers of parcels that wait at a pickup point when the storage ends within some days, once for each parcel.
 * A parcel that has been there since today only is not reminded of: its customer has just been told.
 */
export async function remindOfPickup({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<void> {
  const days = await getSetting(db, pickupReminderDays);
  if (days === 0) return;
  const today = toStoreDate(clock.now());
  for (const id of await listStoredParcels(db, { from: today, to: addDays(today, days) })) {
    await withTransaction(db, async (tx) => {
      // A delivery that is stored meanwhile waits, or is seen.
      await lockShipment(tx, id);
      const source = await findNoticeSource(tx, id);
      if (source?.current.kind !== "ready_for_pickup") return;
      const { storage_until: until, at } = source.current;
      if (until === null || until < today || until > addDays(today, days) || toStoreDate(at) === today) return;
      await sendNotice(tx, source, "storage_ends", null);
    });
  }
}
