/** A ledger entry in whole points: a credit (`delta` above 0) with its expiry, if any, or a debit (below 0). */
export type LedgerEntry = { id: number; delta: number; expires_at: Date | null; created_at: Date };

/** Points that were credited together and expire together. */
export type PointBatch = { amount: number; expiresAt: Date | null };

export type PointBatches = {
  /** The remaining batches, the first to expire first. */
  remaining: PointBatch[];
  /** The batches from which each debit entry was taken, by entry id. */
  usedByEntry: Map<number, PointBatch[]>;
};

/**
 * Replays a ledger: each debit is taken from the points available at that time, those that expire first being used
 * first (docs/domain/loyalty.md). So each point is spent or expires exactly once.
 * @param entries in the order in which they were written
 */
export function calculateBatches(entries: readonly LedgerEntry[]): PointBatches {
  const remaining: PointBatch[] = [];
  const usedByEntry = new Map<number, PointBatch[]>();
  for (const entry of entries) {
    if (entry.delta > 0) insertBatch(remaining, { amount: entry.delta, expiresAt: entry.expires_at });
    else usedByEntry.set(entry.id, takeFromBatches(remaining, -entry.delta));
  }
  return { remaining, usedByEntry };
}

/** Sums the points that have expired but are still on the account. */
export function sumExpired(remaining: readonly PointBatch[], now: Date): number {
  return remaining
    .filter((batch) => batch.expiresAt !== null && batch.expiresAt <= now)
    .reduce((sum, batch) => sum + batch.amount, 0);
}

/** Inserts a batch behind all batches that expire no later. */
function insertBatch(remaining: PointBatch[], batch: PointBatch): void {
  const index = remaining.findIndex((other) => getExpiryTime(other) > getExpiryTime(batch));
  remaining.splice(index === -1 ? remaining.length : index, 0, { ...batch });
}

function takeFromBatches(remaining: PointBatch[], amount: number): PointBatch[] {
  const parts: PointBatch[] = [];
  let amountLeft = amount;
  while (amountLeft > 0) {
    const [first] = remaining;
    if (!first) throw new Error("the balance of a loyalty ledger falls below zero");
    const part = Math.min(first.amount, amountLeft);
    parts.push({ amount: part, expiresAt: first.expiresAt });
    first.amount -= part;
    amountLeft -= part;
    if (first.amount === 0) remaining.shift();
  }
  return parts;
}

function getExpiryTime(batch: PointBatch): number {
  return batch.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
}
