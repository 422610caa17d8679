import type { Db } from "../../platform/db/database.ts";
import { publish } from "../../platform/db/pub-sub.ts";
import type { StaffEvent } from "./admin-schema.ts";

/** The topic of events; triggers publish those about changes of records (migration 0038). */
export const STAFF_EVENTS_TOPIC = "staff_events";

/** Publishes an event to the open pages of the back office; in a transaction, when it commits. */
export async function publishStaffEvent(db: Db, event: StaffEvent): Promise<void> {
  await publish(db, STAFF_EVENTS_TOPIC, JSON.stringify(event));
}
