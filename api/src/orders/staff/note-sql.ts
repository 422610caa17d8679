import type { Db, Tx } from "../../platform/db/database.ts";

/** How long a note for the customer can be deleted or edited before it is emailed. */
export const NOTE_DELAY_MS = 30_000;

export type OrderNoteRow = {
  id: number;
  order_id: number;
  text: string;
  is_visible_to_customer: boolean;
  mentions: number[];
};

/** Inserts a note. @returns its id */
export async function insertNote(
  tx: Tx,
  note: Omit<OrderNoteRow, "id"> & { author_id: number | null; author_label: string; created_at: Date },
): Promise<number> {
  const { id } = await tx.insertInto("order_notes").values(note).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Locks a note that staff have written about an order until the end of the transaction. */
export async function lockNote(tx: Tx, orderId: number, noteId: number): Promise<OrderNoteRow | undefined> {
  return tx
    .selectFrom("order_notes")
    .select(["id", "order_id", "text", "is_visible_to_customer", "mentions"])
    .where("id", "=", noteId)
    .where("order_id", "=", orderId)
    .where("is_from_customer", "=", false)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns a note, for its email; undefined if it was deleted. */
export async function findNote(db: Db, noteId: number): Promise<OrderNoteRow | undefined> {
  return db
    .selectFrom("order_notes")
    .select(["id", "order_id", "text", "is_visible_to_customer", "mentions"])
    .where("id", "=", noteId)
    .executeTakeFirst();
}

/** Replaces the text of a note. */
export async function updateNoteText(tx: Tx, noteId: number, text: string): Promise<void> {
  await tx.updateTable("order_notes").set({ text }).where("id", "=", noteId).execute();
}

/** Deletes a note. */
export async function deleteNote(tx: Tx, noteId: number): Promise<void> {
  await tx.deleteFrom("order_notes").where("id", "=", noteId).execute();
}

/** Returns the deduplication key of the email with a note. */
export function getNoteEmailKey(noteId: number): string {
  return `order_note:${noteId}`;
}

/** Returns whether the email with a note was sent. */
export async function isNoteSent(db: Db, noteId: number): Promise<boolean> {
  const row = await db
    .selectFrom("emails")
    .select("id")
    .where("dedup_key", "=", getNoteEmailKey(noteId))
    .where("sent_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}
