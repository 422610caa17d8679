import { setTimeout as sleep } from "node:timers/promises";
import { withTransaction } from "../db/database.ts";
import type { AppContext } from "../http/endpoint.ts";
import { FIRST_PREVIOUS_HASH, SealHasher } from "./hash-chain.ts";
import { getLastEntryId, getLastSeal, insertSeal, listWritingTransactions, lockSeals } from "./sql.ts";

const POLL_INTERVAL_MS = 250;

/**
 * Adds a seal over the entries that have none yet. An entry with a lower id may commit after one with a higher id:
 * therefore the seal waits for the transactions that were writing entries when its last entry was chosen. They do not
 * wait for the seal.
 * @param pause waits before the open transactions are listed again
 * @returns the number of entries in the new seal; 0 if there is nothing to seal
 */
export async function sealAuditEntries(
  app: Pick<AppContext, "config" | "db" | "clock" | "log">,
  pause: () => Promise<void> = () => sleep(POLL_INTERVAL_MS),
): Promise<number> {
  const lastEntryId = await getLastEntryId(app.db);
  const openTransactions = await listWritingTransactions(app.db);
  for (;;) {
    const stillOpen = new Set(await listWritingTransactions(app.db));
    if (!openTransactions.some((id) => stillOpen.has(id))) break;
    await pause();
  }
  return withTransaction(app.db, async (tx) => {
    await lockSeals(tx);
    const previous = await getLastSeal(tx);
    const hasher = new SealHasher(app.config);
    const { entries, hash, firstEntryAt } = await hasher.hashEntries(tx, previous?.last_entry_id ?? 0, lastEntryId);
    if (firstEntryAt === null) return 0;
    const seal = {
      ...{ last_entry_id: lastEntryId, entries, first_entry_at: firstEntryAt, entries_hash: hash },
      ...{ previous_hash: previous?.hash ?? FIRST_PREVIOUS_HASH, created_at: app.clock.now() },
    };
    const sealHash = hasher.hashSeal(seal);
    await insertSeal(tx, { ...seal, hash: sealHash });
    // A copy outside the database: without it, the removal of the newest seals with their entries would not be noticed.
    app.log.info("audit entries sealed", { last_entry_id: lastEntryId, entries, hash: sealHash.toString("hex") });
    return entries;
  });
}
