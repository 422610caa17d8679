/** An entry of the ledger: what came (with its end, if it has one) or what went. Whole bonuses. */
export type Entry = { id: number; delta: number; expires_at: Date | null; at: Date };

/** Bonuses that came together and end together. */
export type Lot = { amount: number; expiresAt: Date | null };

export type Lots = {
  /** What is left, the first to end first. */
  left: Lot[];
  /** From which lots each spending entry was taken, by its id. */
  taken: Map<number, Lot[]>;
};

/**
 * Reads a ledger from its beginning: what goes is taken from what ends first of what was there then
 * (decisions: Bonuses, oldest first). So each bonus is spent or ends once.
 * @param entries in the order in which they were written.
 */
export function lotsOf(entries: readonly Entry[]): Lots {
  const left: Lot[] = [];
  const taken = new Map<number, Lot[]>();
  for (const entry of entries) {
    if (entry.delta > 0) put(left, { amount: entry.delta, expiresAt: entry.expires_at });
    else taken.set(entry.id, take(left, -entry.delta));
  }
  return { left, taken };
}

/** What of a ledger has ended at a moment and still stands on the account. */
export function endedOf(left: readonly Lot[], now: Date): number {
  return left.filter((lot) => lot.expiresAt !== null && lot.expiresAt <= now).reduce((sum, lot) => sum + lot.amount, 0);
}

function put(left: Lot[], lot: Lot): void {
  const at = left.findIndex((other) => endOf(other) > endOf(lot));
  left.splice(at === -1 ? left.length : at, 0, { ...lot });
}

function take(left: Lot[], amount: number): Lot[] {
  const parts: Lot[] = [];
  let wanted = amount;
  while (wanted > 0) {
    const [first] = left;
    if (!first) throw new Error("a ledger of bonuses goes below zero");
    const part = Math.min(first.amount, wanted);
    parts.push({ amount: part, expiresAt: first.expiresAt });
    first.amount -= part;
    wanted -= part;
    if (first.amount === 0) left.shift();
  }
  return parts;
}

function endOf(lot: Lot): number {
  return lot.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
}
