import { sql } from "kysely";
import type { Db } from "../platform/db/database.ts";
import { type Draft, type DraftKind, MAX_DRAFTS } from "./admin-schema.ts";

type DraftReference = Readonly<{ kind: DraftKind; id: number }>;

/** Returns a person's draft; null if there is none. */
export async function findDraft(db: Db, staffId: number, { kind, id }: DraftReference): Promise<Draft | null> {
  const row = await db
    .selectFrom("drafts")
    .select(["changes", "updated_at"])
    .where("staff_id", "=", staffId)
    .where("kind", "=", kind)
    .where("record_id", "=", id)
    .executeTakeFirst();
  return row ? { changes: row.changes as Draft["changes"], updated_at: row.updated_at.toISOString() } : null;
}

/** Stores a draft. Of more than `MAX_DRAFTS` of the person, the oldest ones are deleted. */
export async function upsertDraft(
  db: Db,
  staffId: number,
  { kind, id }: DraftReference,
  { changes, now }: { changes: Draft["changes"]; now: Date },
): Promise<void> {
  const values = { changes: JSON.stringify(changes), updated_at: now };
  await db
    .insertInto("drafts")
    .values({ staff_id: staffId, kind, record_id: id, ...values })
    .onConflict((on) => on.columns(["staff_id", "kind", "record_id"]).doUpdateSet(values))
    .execute();
  await sql`delete from drafts where staff_id = ${staffId} and (kind, record_id) in (
    select kind, record_id from drafts where staff_id = ${staffId}
    order by updated_at desc, kind, record_id offset ${MAX_DRAFTS})`.execute(db);
}

/** Deletes a person's draft, if there is one. */
export async function deleteDraft(db: Db, staffId: number, { kind, id }: DraftReference): Promise<void> {
  await db
    .deleteFrom("drafts")
    .where("staff_id", "=", staffId)
    .where("kind", "=", kind)
    .where("record_id", "=", id)
    .execute();
}

/** Deletes the drafts that were changed last before a time. */
export async function deleteDraftsBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom("drafts").where("updated_at", "<", time).execute();
}
