import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { type Db, getRootDb, type RootDb } from "../db/database.ts";
import { type Valkey, ValkeyUnavailableError } from "../valkey/valkey.ts";
import { commonRefusals, refuse } from "./errors.ts";

const DAY_SECONDS = 24 * 60 * 60;

/** A number of attempts for each window of time. Counts are kept for a day, so no window is longer. */
export const rateLimitSchema = z.object({ max: z.int().min(1), windowSeconds: z.int().min(1).max(DAY_SECONDS) });
export type RateLimit = Readonly<z.infer<typeof rateLimitSchema>>;

/** What is counted, such as `account:login_per_account`, and for whom: an id, an email address or a network. */
export type RateLimitBucket = Readonly<{ name: string; subject: string | number }>;

/** Returns the key of a counter. Subjects are hashed, so that the table of counters holds no personal data. */
function getBucketKey({ name, subject }: RateLimitBucket): string {
  return `${name}:${createHash("sha256").update(String(subject)).digest("base64url")}`;
}

/** Counts an attempt. @returns the attempts in the window, with this one */
const INCREMENT = `
  local hits = redis.call('incr', KEYS[1])
  if hits == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
  return hits`;
/** Takes an attempt back, unless none is counted: then the window is over, or it was counted in the database. */
const DECREMENT = `
  local hits = tonumber(redis.call('get', KEYS[1]))
  if hits and hits > 0 then redis.call('decr', KEYS[1]) end
  return 0`;
/**
 * Counters in Valkey expire this long after their window. Until its end, pages expire earlier than they do, and the policy
 * `volatile-ttl` removes what expires first if memory is short.
 */
const EXPIRY_DELAY_MS = 20 * 60_000;

const valkeyByDb = new WeakMap<Db, Valkey>();

/** Counts the rate limits of a store in Valkey from now on; in its database only while Valkey fails. */
export function countRateLimitsInValkey(db: RootDb, valkey: Valkey): void {
  valkeyByDb.set(db, valkey);
}

/**
 * Counts one attempt before it is made, so that parallel attempts are all counted. Windows are fixed: they begin at
 * multiples of their length. Do not call it in a transaction, since a rollback would remove the count.
 * @throws Refusal `too_many_requests` with the seconds until the next window
 */
export async function consumeRateLimit(
  db: Db,
  bucket: RateLimitBucket,
  { max, windowSeconds, now }: RateLimit & { now: Date },
): Promise<void> {
  const start = getWindowStart(windowSeconds, now);
  const endsInMs = start.getTime() + windowSeconds * 1000 - now.getTime();
  const counter = { db, key: getBucketKey(bucket), start };
  const hits = (await runInValkey(counter, INCREMENT, endsInMs + EXPIRY_DELAY_MS)) ?? (await incrementRow(counter));
  if (hits <= max) return;
  throw refuse(commonRefusals, "too_many_requests", {
    retryAfterSeconds: Math.ceil(endsInMs / 1000),
    securityLog: { detail: bucket.name },
  });
}

/** Subtracts one attempt from the current window, for an attempt that should not count. */
export async function refundRateLimit(
  db: Db,
  bucket: RateLimitBucket,
  { windowSeconds, now }: RateLimit & { now: Date },
): Promise<void> {
  const counter = { db, key: getBucketKey(bucket), start: getWindowStart(windowSeconds, now) };
  if ((await runInValkey(counter, DECREMENT)) === null) await decrementRow(counter);
}

type Counter = { db: Db; key: string; start: Date };

/** Runs a script on a counter in Valkey. @returns its result; null if the database has to count instead */
async function runInValkey({ db, key, start }: Counter, script: string, ...args: number[]): Promise<number | null> {
  const valkey = valkeyByDb.get(getRootDb(db));
  if (!valkey) return null;
  const options = { keys: [`${valkey.prefix}limit:${key}:${start.getTime()}`], arguments: args.map(String) };
  try {
    return Number(await valkey.run("rate_limits", async (client) => client.eval(script, options)));
  } catch (error) {
    if (error instanceof ValkeyUnavailableError) return null;
    throw error;
  }
}

async function incrementRow({ db, key, start }: Counter): Promise<number> {
  const { rows } = await sql<{ hits: number }>`
    insert into rate_limits (bucket, window_start, hits) values (${key}, ${start}, 1)
    on conflict (bucket, window_start) do update set hits = rate_limits.hits + 1
    returning hits`.execute(db);
  return rows[0]?.hits ?? 0;
}

async function decrementRow({ db, key, start }: Counter): Promise<void> {
  await db
    .updateTable("rate_limits")
    .set((eb) => ({ hits: eb("hits", "-", 1) }))
    .where("bucket", "=", key)
    .where("window_start", "=", start)
    .where("hits", ">", 0)
    .execute();
}

/**
 * Deletes the counts of windows that are over.
 * @returns the number of deleted rows
 */
export async function deleteExpiredRateLimits(db: Db, now: Date): Promise<number> {
  const cutoff = new Date(now.getTime() - DAY_SECONDS * 1000);
  const deleted = await db.deleteFrom("rate_limits").where("window_start", "<", cutoff).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/**
 * Returns the network that an IP address is counted as: a single IPv4 address, or the /64 network of an IPv6 address,
 * since a household usually has a /64.
 */
export function getClientNetwork(ipAddress: string): string {
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ipAddress)?.[1];
  if (mappedIpv4) return mappedIpv4;
  if (!ipAddress.includes(":")) return ipAddress;
  const [head = "", tail] = ipAddress.toLowerCase().replace(/%.*$/, "").split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

/** Returns the larger network that an internet provider assigns to many households: /24 of IPv4, /48 of IPv6. */
export function getProviderNetwork(ipAddress: string): string {
  const network = getClientNetwork(ipAddress);
  if (network.includes(":")) return `${network.split(":").slice(0, 3).join(":")}::/48`;
  return network.replace(/\.\d+$/, ".0/24");
}

function getWindowStart(windowSeconds: number, now: Date): Date {
  const length = windowSeconds * 1000;
  return new Date(Math.floor(now.getTime() / length) * length);
}
