import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "./db.ts";
import { commonRefusals, refuse } from "./errors.ts";

const DAY_SECONDS = 24 * 60 * 60;

/** So many attempts in so many seconds; counts are kept for a day. */
export const limitSchema = z.object({ max: z.int().min(1), windowSeconds: z.int().min(1).max(DAY_SECONDS) });
export type Limit = Readonly<z.infer<typeof limitSchema>>;

/**
 * Counts one attempt at `bucket` (such as `login:account:…`) before it is made, so that parallel attempts are each
 * counted; windows begin at whole multiples of their length. Not for use inside a transaction: a rollback would forget.
 * Refuses `too_many_requests`, with the seconds until the next window.
 */
export async function hitLimit(db: Db, bucket: string, { max, windowSeconds, now }: Limit & { now: Date }) {
  const start = windowStart(windowSeconds, now);
  const { rows } = await sql<{ hits: number }>`
    insert into rate_limits (bucket, window_start, hits) values (${bucket}, ${start}, 1)
    on conflict (bucket, window_start) do update set hits = rate_limits.hits + 1
    returning hits`.execute(db);
  if ((rows[0]?.hits ?? 0) <= max) return;
  const endsInMs = start.getTime() + windowSeconds * 1000 - now.getTime();
  throw refuse(commonRefusals, "too_many_requests", {
    retryAfterSeconds: Math.ceil(endsInMs / 1000),
    // The last part says who is counted.
    logged: { detail: bucket.replace(/:[^:]*$/, "") },
  });
}

/** Takes back one attempt of the running window: it turned out to be none that the limit is about. */
export async function forgiveHit(db: Db, bucket: string, { windowSeconds, now }: Limit & { now: Date }): Promise<void> {
  await db
    .updateTable("rate_limits")
    .set((row) => ({ hits: row("hits", "-", 1) }))
    .where("bucket", "=", bucket)
    .where("window_start", "=", windowStart(windowSeconds, now))
    .where("hits", ">", 0)
    .execute();
}

/** Drops the counts of windows that are over. @returns how many. */
export async function sweepLimits(db: Db, now: Date): Promise<number> {
  const longestWindowBegan = new Date(now.getTime() - DAY_SECONDS * 1000);
  const swept = await db.deleteFrom("rate_limits").where("window_start", "<", longestWindowBegan).executeTakeFirst();
  return Number(swept.numDeletedRows);
}

/** Whom an address counts as: one IPv4 address, or the /64 network of an IPv6 one, which a single household owns. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!ip.includes(":")) return ip;
  const [head = "", tail] = ip.toLowerCase().replace(/%.*$/, "").split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

/** The network that one provider gives to many households: /24 of IPv4, /48 of IPv6. */
export function wideNetworkOf(ip: string): string {
  const network = networkOf(ip);
  if (network.includes(":")) return `${network.split(":").slice(0, 3).join(":")}::/48`;
  return network.replace(/\.\d+$/, ".0/24");
}

function windowStart(windowSeconds: number, now: Date): Date {
  const length = windowSeconds * 1000;
  return new Date(Math.floor(now.getTime() / length) * length);
}
