import type { Config } from "../config.ts";
import { decrypt, encrypt } from "../crypto/encryption.ts";
import type { Db, Tx } from "../db/database.ts";

type EncryptionConfig = Pick<Config, "secret" | "dataDir">;

/** The action that undoes an audit entry, with its parameters and input. */
export type UndoRecord = Readonly<{ action: string; params: unknown; input: unknown }>;

/** Stores how audit entries can be undone, encrypted, until a time. */
export async function insertUndoRecords(
  config: EncryptionConfig,
  tx: Tx,
  records: readonly (UndoRecord & { entryId: number; validUntil: Date })[],
): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map(({ entryId, action, params, input, validUntil }) => ({
    ...{ audit_entry_id: entryId, action, valid_until: validUntil },
    input_encrypted: encrypt(config, getContext(entryId), Buffer.from(JSON.stringify({ params, input }))),
  }));
  await tx.insertInto("undo_records").values(rows).execute();
}

export type LockedUndoRecord = UndoRecord & { validUntil: Date; usedAt: Date | null };

/**
 * Locks the undo records of audit entries until the end of the transaction.
 * @returns the records by their entries, without those that do not exist or were encrypted with another secret
 */
export async function lockUndoRecords(
  config: EncryptionConfig,
  tx: Tx,
  entryIds: readonly number[],
): Promise<ReadonlyMap<number, LockedUndoRecord>> {
  const rows = await tx
    .selectFrom("undo_records")
    .selectAll()
    .where("audit_entry_id", "in", [...entryIds])
    .orderBy("audit_entry_id")
    .forUpdate()
    .execute();
  const records = rows.flatMap((row): [number, LockedUndoRecord][] => {
    const content = decrypt(config, getContext(row.audit_entry_id), row.input_encrypted);
    if (!content) return [];
    const { params, input } = JSON.parse(content.toString()) as { params: unknown; input: unknown };
    const { action, valid_until: validUntil, used_at: usedAt } = row;
    return [[row.audit_entry_id, { action, params, input, validUntil, usedAt }]];
  });
  return new Map(records);
}

export async function markUndoRecordsUsed(tx: Tx, entryIds: readonly number[], now: Date): Promise<void> {
  await tx
    .updateTable("undo_records")
    .set({ used_at: now })
    .where("audit_entry_id", "in", [...entryIds])
    .execute();
}

export async function deleteExpiredUndoRecords(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("undo_records").where("valid_until", "<", now).execute();
}

/** The context (additional authenticated data) of the encryption: a record does not decrypt as that of another entry. */
const getContext = (entryId: number) => `undo of audit entry ${entryId}`;
