import type { Db } from "../platform/db/database.ts";
import { refundRateLimit, consumeRateLimit, getClientNetwork } from "../platform/http/rate-limits.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { wrongCodesPerIpAddress, wrongCodesPerCustomer } from "./settings.ts";

/** Who enters a code; guests are identified by their IP address only. */
export type CodeAttemptContext = { customerId: number | null; ipAddress: string; now: Date };

/**
 * Counts an attempt to use a code before it is looked up, per customer and per network. Must not be called inside a
 * transaction.
 * @returns `undo`, to take the attempt back if the code was valid
 * @throws refusal `too_many_requests`
 */
export async function countCodeAttempt(
  db: Db,
  { customerId, ipAddress, now }: CodeAttemptContext,
): Promise<{ undo: () => Promise<void> }> {
  const [perCustomer, perIpAddress] = await Promise.all([
    getSetting(db, wrongCodesPerCustomer),
    getSetting(db, wrongCodesPerIpAddress),
  ]);
  const buckets = [
    ...(customerId === null ? [] : [{ name: `promotions:customer:${customerId}`, ...perCustomer, now }]),
    { name: `promotions:network:${getClientNetwork(ipAddress)}`, ...perIpAddress, now },
  ];
  for (const { name, ...limit } of buckets) await consumeRateLimit(db, name, limit);
  return {
    undo: async () => {
      for (const { name, ...limit } of buckets) await refundRateLimit(db, name, limit);
    },
  };
}
