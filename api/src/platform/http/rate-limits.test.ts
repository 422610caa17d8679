import { describe, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import { Refusal } from "./errors.ts";
import { refundRateLimit, consumeRateLimit, getClientNetwork, deleteExpiredRateLimits } from "./rate-limits.ts";

const shop = await openTestShop();
const limit = { max: 3, windowSeconds: 600 };
const consume = (subject: string, now = TEST_NOW) =>
  consumeRateLimit(shop.db, { name: "test", subject }, { ...limit, now });
const listBuckets = async () =>
  (await shop.db.selectFrom("rate_limits").select("bucket").execute()).map(({ bucket }) => bucket);
const secondsLater = (seconds: number) => new Date(TEST_NOW.getTime() + seconds * 1000);

describe("consumeRateLimit", () => {
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
    for (let times = 0; times < 3; times++)
      await refundRateLimit(shop.db, { name: "test", subject: "c" }, { ...limit, now: TEST_NOW });
    for (let attempt = 0; attempt < limit.max; attempt++) await consume("c");
    await expect(consume("c")).rejects.toBeInstanceOf(Refusal);
  });

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
