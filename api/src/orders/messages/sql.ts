import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

export type MessageRow = {
  id: number;
  is_from_customer: boolean;
  text: string;
  /** ISO 8601. */
  created_at: string;
  photos: { id: string }[];
};

/** The photos of a note, `n`, in their order. */
export const notePhotos = sql<{ id: string }[]>`coalesce((select jsonb_agg(jsonb_build_object('id', p.id)
  order by p.position) from order_message_photos p where p.note_id = n.id), '[]')`;

/**
 * Lists the conversation about a customer's order, oldest first; what staff wrote only if it was written before a time.
 * @returns undefined if the customer has no such order
 */
export async function findMessages(
  db: Db,
  { customerId, orderId, writtenBefore }: { customerId: number; orderId: number; writtenBefore: Date },
): Promise<MessageRow[] | undefined> {
  const { rows } = await sql<{ messages: MessageRow[] }>`
    select coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'is_from_customer', n.is_from_customer, 'text', n.text,
        'created_at', n.created_at, 'photos', ${notePhotos}) order by n.id)
      from order_notes n where n.order_id = o.id and n.is_visible_to_customer
        and (n.is_from_customer or n.created_at <= ${writtenBefore})), '[]') as messages
    from orders o where o.id = ${orderId} and o.customer_id = ${customerId}`.execute(db);
  return rows[0]?.messages;
}

/** Returns whether an order is the customer's, and locks it until the end of the transaction. */
export async function lockOrderOfCustomer(tx: Tx, customerId: number, orderId: number): Promise<boolean> {
  const row = await tx
    .selectFrom("orders")
    .select("id")
    .where("id", "=", orderId)
    .where("customer_id", "=", customerId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts a message of the customer. @returns its id */
export async function insertMessage(
  tx: Tx,
  message: { order_id: number; text: string; created_at: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto("order_notes")
    .values({ ...message, author_label: "", is_visible_to_customer: true, is_from_customer: true })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Marks the messages of an order that wait as answered. @returns their ids */
export async function answerMessages(
  tx: Tx,
  orderId: number,
  { answerId, now }: { answerId: number | null; now: Date },
): Promise<number[]> {
  const rows = await tx
    .updateTable("order_notes")
    .set({ answered_at: now, answer_id: answerId })
    .where("order_id", "=", orderId)
    .where("is_from_customer", "=", true)
    .where("answered_at", "is", null)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Makes the messages wait again that a note has answered, because it is deleted. */
export async function reopenAnsweredMessages(tx: Tx, answerId: number): Promise<void> {
  await tx
    .updateTable("order_notes")
    .set({ answered_at: null, answer_id: null })
    .where("answer_id", "=", answerId)
    .execute();
}

/** Makes messages of an order wait again that needed no answer. @returns the ids of those that did not wait */
export async function reopenMessages(tx: Tx, orderId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .updateTable("order_notes")
    .set({ answered_at: null })
    .where("order_id", "=", orderId)
    .where("id", "in", [...ids])
    .where("answered_at", "is not", null)
    .where("answer_id", "is", null)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Inserts a photo that no message uses yet. @returns its id */
export async function insertPhoto(db: Db, customerId: number, content: Uint8Array, now: Date): Promise<string> {
  const { id } = await db
    .insertInto("order_message_photos")
    .values({ customer_id: customerId, content: Buffer.from(content), uploaded_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Adds photos to a message in the given order.
 * @returns whether all of them were uploaded by the customer and used in no other message
 */
export async function attachPhotos(
  tx: Tx,
  { noteId, customerId, ids }: { noteId: number; customerId: number; ids: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql`
    update order_message_photos p set note_id = ${noteId}, position = one.position
    from unnest(${ids}::uuid[]) with ordinality as one(id, position)
    where p.id = one.id and p.customer_id = ${customerId} and p.note_id is null returning p.id`.execute(tx);
  return rows.length === ids.length;
}

/** Finds a photo of a customer. */
export async function findPhotoOfCustomer(db: Db, customerId: number, id: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("order_message_photos")
    .select("content")
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row?.content;
}

/** Finds a photo of a message about an order. */
export async function findPhotoOfOrder(db: Db, orderId: number, id: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("order_message_photos as p")
    .innerJoin("order_notes as n", "n.id", "p.note_id")
    .select("p.content")
    .where("p.id", "=", id)
    .where("n.order_id", "=", orderId)
    .executeTakeFirst();
  return row?.content;
}

/** Deletes photos that were uploaded before a time and are in no message. @returns their number */
export async function deletePhotosUploadedBefore(db: Db, before: Date): Promise<number> {
  const result = await db
    .deleteFrom("order_message_photos")
    .where("note_id", "is", null)
    .where("uploaded_at", "<", before)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** A message that waits for an answer. */
export type WaitingMessage = { order_id: number; text: string; created_at: Date };

/** Lists the messages that wait for an answer, the oldest first. */
export async function listWaitingMessages(db: Db, limit: number): Promise<WaitingMessage[]> {
  return db
    .selectFrom("order_notes")
    .select(["order_id", "text", "created_at"])
    .where("is_from_customer", "=", true)
    .where("answered_at", "is", null)
    .orderBy("id")
    .limit(limit)
    .execute();
}
