import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import {
  isValkeyInstalled,
  SKIP_NOTE,
  startValkeyServer,
  testTimeouts,
  type ValkeyServer,
} from "../../../test/valkey-server.ts";
import { openValkey } from "../valkey/open-valkey.ts";
import type { Valkey } from "../valkey/valkey.ts";
import { Refusal } from "./errors.ts";
import {
  consumeRateLimit,
  countRateLimitsInValkey,
  deleteExpiredRateLimits,
  getClientNetwork,
  refundRateLimit,
} from "./rate-limits.ts";

const shop = await openTestShop();
const limit = { max: 3, windowSeconds: 600 };
const consume = (subject: string, now = TEST_NOW) =>
  consumeRateLimit(shop.db, { name: "test", subject }, { ...limit, now });
const refund = (subject: string) => refundRateLimit(shop.db, { name: "test", subject }, { ...limit, now: TEST_NOW });
const listBuckets = async () =>
  (await shop.db.selectFrom("rate_limits").select("bucket").execute()).map(({ bucket }) => bucket);
const secondsLater = (seconds: number) => new Date(TEST_NOW.getTime() + seconds * 1000);

/** What every implementation does. */
function itLimits() {
  it("allows the configured attempts, then returns Retry-After, and resets with the next window", async () => {
    for (let attempt = 0; attempt < limit.max; attempt++) await consume("a");
    await expect(consume("a", secondsLater(100))).rejects.toMatchObject({
      status: 429,
      code: "too_many_requests",
      retryAfterSeconds: 500,
    });
    await expect(consume("a", new Date(secondsLater(600).getTime() - 1))).rejects.toMatchObject({
      retryAfterSeconds: 1,
    });
    await consume("b");
    await consume("a", secondsLater(600));
  });

  it("counts every one of many parallel attempts", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => consume("parallel")));
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(limit.max);
    for (const outcome of outcomes) if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(Refusal);
  });

  it("refunds an attempt, and never counts below zero", async () => {
    await consume("c");
    for (let times = 0; times < 3; times++) await refund("c");
    for (let attempt = 0; attempt < limit.max; attempt++) await consume("c");
    await expect(consume("c")).rejects.toBeInstanceOf(Refusal);
  });
}

describe("rate limits in PostgreSQL", () => {
  itLimits();

  it("deletes the counts of expired windows and keeps current ones", async () => {
    await consume("old");
    const nextDay = secondsLater(25 * 60 * 60);
    await consume("new", nextDay);
    expect(await deleteExpiredRateLimits(shop.db, nextDay)).toBe(1);
    expect(await listBuckets()).toHaveLength(1);
  });

  it("stores no subject in plain text", async () => {
    await consume("203.0.113.9");
    expect(await listBuckets()).toContainEqual(expect.stringMatching(/^test:[\w-]{43}$/));
    expect((await listBuckets()).join()).not.toContain("203.0.113");
  });
});

describe.skipIf(!isValkeyInstalled)(`rate limits in Valkey ${SKIP_NOTE}`, () => {
  let server: ValkeyServer;
  let valkey: Valkey;
  beforeAll(async () => {
    server = await startValkeyServer();
    valkey = await openValkey(server.config, shop.app.log, testTimeouts);
    countRateLimitsInValkey(shop.db, valkey);
  });
  beforeEach(async () => {
    await valkey.run("rate_limits", async (client) => client.flushAll());
  });
  afterAll(async () => {
    await valkey.close();
    await server.close();
  });

  itLimits();

  it("stores no subject in plain text, and counters that expire after their window, and nothing in the database", async () => {
    await consume("203.0.113.9", secondsLater(100));
    const [key = ""] = await valkey.run("rate_limits", async (client) => client.keys("*"));
    expect(key).toMatch(/^shop:[\w-]{12}:limit:test:[\w-]{43}:\d+$/);
    const expiresInMs = await valkey.run("rate_limits", async (client) => client.pTTL(key));
    expect(Math.round(expiresInMs / 1000)).toBe(500 + 20 * 60);
    expect(await listBuckets()).toEqual([]);
  });

  it("counts in the database while Valkey is gone, where limits hold as well, and in Valkey again afterwards", async () => {
    for (let attempt = 0; attempt < limit.max; attempt++) await consume("a");
    await server.signal("SIGSTOP");
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => consume("a")));
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(limit.max);
    await server.signal("SIGCONT");
    await expect
      .poll(async () => valkey.run("rate_limits", async (client) => client.ping()).catch(() => null))
      .toBe("PONG");
    // The attempts from before are still counted there.
    await expect(consume("a")).rejects.toBeInstanceOf(Refusal);
  });

  it("counts in the database if Valkey has no memory left", async () => {
    await valkey.run("rate_limits", async (client) => client.configSet("maxmemory", "1"));
    for (let attempt = 0; attempt < limit.max; attempt++) await consume("a");
    await expect(consume("a")).rejects.toBeInstanceOf(Refusal);
    expect(await listBuckets()).toHaveLength(1);
    await valkey.run("rate_limits", async (client) => client.configSet("maxmemory", "0"));
  });
});

describe("getClientNetwork", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:0001:0002::77", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("counts %s as %s", (ipAddress, network) => {
    expect(getClientNetwork(ipAddress)).toBe(network);
  });
});
