import type { Db } from "../../platform/db/database.ts";
import { publish } from "../../platform/db/pub-sub.ts";

/** The topic of events; triggers publish those about changes of records (migration 0038). */
const STAFF_EVENTS_TOPIC = "staff_events";

/** What happened, for the open pages of the back office. It names records and never has their content. */
type StaffEvent = Readonly<{
  /**
   * The kind of a changed record, as in the audit log. `notification` and `session`: the notifications or the sessions
   * of the member of staff `id`; `presence`: who has the record `id`, such as `order:17`, open.
   */
  kind: string;
  /** Null: many records of the kind. */
  id: string | null;
  /** The member of staff who made the change. */
  actor_id: number | null;
}>;

/** Publishes an event to the open pages of the back office; in a transaction, when it commits. */
export async function publishStaffEvent(db: Db, event: StaffEvent): Promise<void> {
  await publish(db, STAFF_EVENTS_TOPIC, JSON.stringify(event));
}
