import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";

/** Inserts a photo that no return uses yet. @returns its id */
export async function insertPhoto(db: Db, customerId: number, content: Uint8Array, now: Date): Promise<string> {
  const { id } = await db
    .insertInto("return_photos")
    .values({ customer_id: customerId, content: Buffer.from(content), uploaded_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Adds photos to a return in the given order.
 * @returns whether all of them were uploaded by the customer and used in no other return; otherwise some may be missing
 */
export async function attachPhotos(
  tx: Tx,
  { returnId, customerId, ids }: { returnId: number; customerId: number; ids: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql`
    update return_photos p set return_id = ${returnId}, position = one.position
    from unnest(${ids}::uuid[]) with ordinality as one(id, position)
    where p.id = one.id and p.customer_id = ${customerId} and p.return_id is null returning p.id`.execute(tx);
  return rows.length === ids.length;
}

/** Finds a photo of a customer. */
export async function findPhotoOfCustomer(db: Db, customerId: number, id: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("return_photos")
    .select("content")
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row?.content;
}

/** Finds a photo of a return. */
export async function findPhotoOfReturn(db: Db, returnId: number, id: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("return_photos")
    .select("content")
    .where("id", "=", id)
    .where("return_id", "=", returnId)
    .executeTakeFirst();
  return row?.content;
}

/** Deletes photos that were uploaded before a time and are in no return. @returns their number */
export async function deletePhotosUploadedBefore(db: Db, before: Date): Promise<number> {
  const result = await db
    .deleteFrom("return_photos")
    .where("return_id", "is", null)
    .where("uploaded_at", "<", before)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
