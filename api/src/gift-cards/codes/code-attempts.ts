import type { Db } from "../../platform/db/database.ts";
import { refundRateLimit, consumeRateLimit, getClientNetwork } from "../../platform/http/rate-limits.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { wrongCodesPerIpAddress, wrongCodesPerCustomer } from "../settings.ts";

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
    ...(customerId === null
      ? []
      : [{ name: "promotions:wrong_codes_per_customer", subject: customerId, ...perCustomer, now }]),
    {
      name: "promotions:wrong_codes_per_ip_address",
      subject: getClientNetwork(ipAddress),
      ...perIpAddress,
      now,
    },
  ];
  for (const { name, subject, ...limit } of buckets) await consumeRateLimit(db, { name, subject }, limit);
  return {
    undo: async () => {
      for (const { name, subject, ...limit } of buckets) await refundRateLimit(db, { name, subject }, limit);
    },
  };
}
