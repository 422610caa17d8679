import type { Config } from "../config.ts";
import { decrypt, encrypt } from "../crypto/encryption.ts";
import type { Db, Tx } from "../db/database.ts";

type EncryptionConfig = Pick<Config, "secret" | "dataDir">;

/** The action that undoes an audit entry, with its parameters and input. */
export type UndoRecord = Readonly<{ action: string; params: unknown; input: unknown }>;

/** Stores how an audit entry can be undone, encrypted, until a time. */
export async function insertUndoRecord(
  config: EncryptionConfig,
  tx: Tx,
  entryId: number,
  { action, params, input, validUntil }: UndoRecord & { validUntil: Date },
): Promise<void> {
  const content = Buffer.from(JSON.stringify({ params, input }));
  const input_encrypted = encrypt(config, getContext(entryId), content);
  await tx
    .insertInto("undo_records")
    .values({ audit_entry_id: entryId, action, input_encrypted, valid_until: validUntil })
    .execute();
}

/**
 * Locks the undo record of an audit entry until the end of the transaction.
 * @returns undefined if the entry has none, or if it was encrypted with another secret
 */
export async function lockUndoRecord(
  config: EncryptionConfig,
  tx: Tx,
  entryId: number,
): Promise<(UndoRecord & { validUntil: Date; usedAt: Date | null }) | undefined> {
  const row = await tx
    .selectFrom("undo_records")
    .selectAll()
    .where("audit_entry_id", "=", entryId)
    .forUpdate()
    .executeTakeFirst();
  const content = row && decrypt(config, getContext(entryId), row.input_encrypted);
  if (!content) return undefined;
  const { params, input } = JSON.parse(content.toString()) as { params: unknown; input: unknown };
  return { action: row.action, params, input, validUntil: row.valid_until, usedAt: row.used_at };
}

export async function markUndoRecordUsed(tx: Tx, entryId: number, now: Date): Promise<void> {
  await tx.updateTable("undo_records").set({ used_at: now }).where("audit_entry_id", "=", entryId).execute();
}

export async function deleteExpiredUndoRecords(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("undo_records").where("valid_until", "<", now).execute();
}

/** The context (additional authenticated data) of the encryption: a record does not decrypt as that of another entry. */
const getContext = (entryId: number) => `undo of audit entry ${entryId}`;
