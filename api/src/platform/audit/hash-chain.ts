import { createHmac, type Hmac } from "node:crypto";
import type { Config } from "../config.ts";
import { deriveKey } from "../crypto/encryption.ts";
import type { Db } from "../db/database.ts";
import { listEntriesForSeal, type Seal, type StoredEntry } from "./sql.ts";

/** The HKDF `info` parameter. It must not change, since stored seals could not be verified any more. */
const KEY_INFO = "audit seals";
const BATCH_SIZE = 1000;

/** The `previous_hash` of the first seal. */
export const FIRST_PREVIOUS_HASH = Buffer.alloc(32);

/** Calculates the hashes of seals, with a key that the database does not have. */
export class SealHasher {
  readonly #key: Buffer;

  constructor(config: Pick<Config, "secret" | "dataDir">) {
    this.#key = deriveKey(config, KEY_INFO);
  }

  /** Hashes the entries with ids from `after` (exclusive) to `last`. `firstEntryAt` is null without entries. */
  async hashEntries(
    db: Db,
    after: number,
    last: number,
  ): Promise<{ entries: number; hash: Buffer; firstEntryAt: Date | null }> {
    const hmac = this.#createHmac();
    let [entries, firstEntryAt]: [number, Date | null] = [0, null];
    for (let id = after; ;) {
      const batch = await listEntriesForSeal(db, { after: id, last, limit: BATCH_SIZE });
      for (const entry of batch) {
        hmac.update(serializeEntry(entry));
        if (firstEntryAt === null || entry.at < firstEntryAt) firstEntryAt = entry.at;
      }
      entries += batch.length;
      if (batch.length < BATCH_SIZE) return { entries, hash: hmac.digest(), firstEntryAt };
      id = batch.at(-1)?.id ?? last;
    }
  }

  /** Hashes a seal, including the hash of the previous one. */
  hashSeal(seal: Omit<Seal, "hash">): Buffer {
    const { last_entry_id, entries, first_entry_at, entries_hash, previous_hash, created_at } = seal;
    const fields = [previous_hash.toString("hex"), entries_hash.toString("hex"), last_entry_id, entries];
    return this.#createHmac()
      .update(JSON.stringify([...fields, first_entry_at, created_at]))
      .digest();
  }

  #createHmac(): Hmac {
    return createHmac("sha256", this.#key);
  }
}

/** Serializes an entry in a form that depends on its values only: a line of JSON, with the fields in a fixed order. */
function serializeEntry(entry: StoredEntry): string {
  const fields = [entry.id, entry.at, entry.actor_kind, entry.actor_id, entry.actor_label, entry.session_id, entry.ip];
  const subject = [entry.action, entry.subject_kind, entry.subject_id, entry.changes, entry.reason];
  const origin = [entry.request_id, entry.task_id, entry.approval_id, entry.undo_of];
  return `${JSON.stringify([...fields, ...subject, ...origin])}\n`;
}
