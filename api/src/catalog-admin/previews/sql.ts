import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { FieldEdit } from "../../platform/changes/schema.ts";

/** Edits of a product by the names of its fields; null for none. */
export type PreviewChanges = Readonly<Record<string, FieldEdit | undefined>> | null;

type PreviewReference = Readonly<{ productId: number; staffId: number }>;

/** Stores the changes of a person's preview of a product. @returns false if there is no such product */
export async function upsertPreview(
  db: Db,
  { productId, staffId }: PreviewReference,
  { changes, now, expiresAt }: { changes: PreviewChanges; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into product_previews (product_id, staff_id, changes, updated_at, expires_at)
    select id, ${staffId}, ${changes && JSON.stringify(changes)}::jsonb, ${now}, ${expiresAt}
    from products where id = ${productId}
    on conflict (product_id, staff_id) do update
      set changes = excluded.changes, updated_at = excluded.updated_at, expires_at = excluded.expires_at`.execute(db);
  return numAffectedRows === 1n;
}

/** Returns a person's preview of a product; undefined if there is none or it has expired. */
export async function findPreview(
  db: Db,
  { productId, staffId }: PreviewReference,
  now: Date,
): Promise<{ changes: PreviewChanges; updated_at: Date } | undefined> {
  const row = await db
    .selectFrom("product_previews")
    .select(["changes", "updated_at"])
    .where("product_id", "=", productId)
    .where("staff_id", "=", staffId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row && { ...row, changes: row.changes as PreviewChanges };
}

/** Deletes the previews that have expired. */
export async function deleteExpiredPreviews(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("product_previews").where("expires_at", "<=", now).execute();
}
