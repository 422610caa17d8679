import type { Db } from "../../platform/db/database.ts";
import { publishStaffEvent } from "../events/staff-event.ts";
import type { Presence, PresenceSubject } from "./admin-schema.ts";
import { deleteOldPresence, deletePresence, listPresence, upsertPresence } from "./sql.ts";

/** How long a person counts as present after their page has reported it. */
const PRESENCE_MS = 30_000;

/** Stores that a person has a record open. @returns the others who have it open */
export async function reportPresence(
  db: Db,
  staffId: number,
  subject: PresenceSubject,
  now: Date,
): Promise<Presence["items"]> {
  const seenAfter = new Date(now.getTime() - PRESENCE_MS);
  const people = await listPresence(db, subject, seenAfter);
  const isNew = !people.some(({ id }) => id === staffId);
  if (isNew) await deleteOldPresence(db, staffId, seenAfter);
  await upsertPresence(db, staffId, subject, now);
  if (isNew) await publishPresence(db, staffId, subject);
  return people.filter(({ id }) => id !== staffId);
}

/** Stores that a person has closed a record. */
export async function endPresence(db: Db, staffId: number, subject: PresenceSubject): Promise<void> {
  if (await deletePresence(db, staffId, subject)) await publishPresence(db, staffId, subject);
}

async function publishPresence(db: Db, actor_id: number, { kind, id }: PresenceSubject): Promise<void> {
  await publishStaffEvent(db, { kind: "presence", id: `${kind}:${id}`, actor_id });
}
