import type { Db } from "../platform/db.ts";
import { forgiveHit, hitLimit, networkOf } from "../platform/limits.ts";
import { settingValue } from "../platform/settings.ts";
import { wrongCodesPerAddress, wrongCodesPerCustomer } from "./settings.ts";

/** Who tries a code; guests are known by their address alone. */
export type Guessing = { customerId: number | null; ip: string; now: Date };

/**
 * Counts a try at a code before it is looked at, by customer and by address. Not for use inside a transaction.
 * @returns how to take it back: it was no guess. Refuses `too_many_requests`.
 */
export async function countGuess(db: Db, { customerId, ip, now }: Guessing): Promise<{ forgive: () => Promise<void> }> {
  const [customer, address] = await Promise.all([
    settingValue(db, wrongCodesPerCustomer),
    settingValue(db, wrongCodesPerAddress),
  ]);
  const buckets = [
    ...(customerId === null ? [] : [{ name: `promotions:customer:${customerId}`, ...customer, now }]),
    { name: `promotions:network:${networkOf(ip)}`, ...address, now },
  ];
  for (const { name, ...limit } of buckets) await hitLimit(db, name, limit);
  return {
    forgive: async () => {
      for (const { name, ...limit } of buckets) await forgiveHit(db, name, limit);
    },
  };
}
