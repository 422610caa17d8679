import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/**
 * Stores an event before it is processed.
 * @returns false if it was stored before.
 */
export async function addWebhookEvent(
  db: Db,
  event: { provider: string; event_id: string; payload: object; received_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("webhook_events")
    .values({ ...event, payload: JSON.stringify(event.payload) })
    .onConflict((on) => on.columns(["provider", "event_id"]).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Finds an event that is not processed yet. */
export async function findUnprocessedEvent(db: Db, provider: string, eventId: string) {
  return db
    .selectFrom("webhook_events")
    .select("payload")
    .where("provider", "=", provider)
    .where("event_id", "=", eventId)
    .where("processed_at", "is", null)
    .executeTakeFirst();
}

/** Lists events that are not processed yet, oldest first. */
export async function listUnprocessedEvents(db: Db, limit: number): Promise<{ provider: string; event_id: string }[]> {
  return db
    .selectFrom("webhook_events")
    .select(["provider", "event_id"])
    .where("processed_at", "is", null)
    .orderBy("received_at")
    .limit(limit)
    .execute();
}

/** Stores the outcome of an event, unless it has one. */
export async function markEventProcessed(
  db: Db,
  event: { provider: string; event_id: string },
  result: { outcome: string; processed_at: Date },
): Promise<void> {
  await db
    .updateTable("webhook_events")
    .set(result)
    .where("provider", "=", event.provider)
    .where("event_id", "=", event.event_id)
    .where("processed_at", "is", null)
    .execute();
}

/**
 * Deletes events processed before a point in time.
 * @returns the number of deleted events.
 */
export async function deleteOldEvents(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_events where (provider, event_id) in (
      select provider, event_id from webhook_events where processed_at < ${before} limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
