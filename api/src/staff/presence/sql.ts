import type { Db } from "../../platform/db/database.ts";
import type { PresenceSubject } from "./admin-schema.ts";

/** Lists the persons who have had a record open since a moment. */
export async function listPresence(
  db: Db,
  { kind, id }: PresenceSubject,
  seenAfter: Date,
): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom("presence")
    .innerJoin("staff", "staff.id", "presence.staff_id")
    .select(["staff.id", "staff.name"])
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .where("seen_at", ">", seenAfter)
    .where("staff.status", "=", "active")
    .orderBy("staff.name")
    .orderBy("staff.id")
    .execute();
}

/** Stores that a person has a record open. */
export async function upsertPresence(db: Db, staffId: number, { kind, id }: PresenceSubject, now: Date): Promise<void> {
  await db
    .insertInto("presence")
    .values({ staff_id: staffId, subject_kind: kind, subject_id: id, seen_at: now })
    .onConflict((on) => on.columns(["staff_id", "subject_kind", "subject_id"]).doUpdateSet({ seen_at: now }))
    .execute();
}

/** Deletes that a person has a record open. @returns whether it was stored */
export async function deletePresence(db: Db, staffId: number, { kind, id }: PresenceSubject): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("presence")
    .where("staff_id", "=", staffId)
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes what a person had open until a moment. */
export async function deleteOldPresence(db: Db, staffId: number, seenBefore: Date): Promise<void> {
  await db.deleteFrom("presence").where("staff_id", "=", staffId).where("seen_at", "<=", seenBefore).execute();
}
