import { describe, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../test/harness.ts";
import { Refusal } from "./errors.ts";
import { forgiveHit, hitLimit, networkOf, sweepLimits } from "./limits.ts";

const shop = await openTestShop();
const limit = { max: 3, windowSeconds: 600 };
const hit = (bucket: string, now = TEST_NOW) => hitLimit(shop.db, bucket, { ...limit, now });
const later = (seconds: number) => new Date(TEST_NOW.getTime() + seconds * 1000);

describe("hitLimit", () => {
  it("lets the allowed attempts pass, then says how long to wait, and begins anew with the next window", async () => {
    for (let attempt = 0; attempt < limit.max; attempt++) await hit("a");
    await expect(hit("a", later(100))).rejects.toMatchObject({
      status: 429,
      code: "too_many_requests",
      retryAfterSeconds: 500,
    });
    await expect(hit("a", new Date(later(600).getTime() - 1))).rejects.toMatchObject({ retryAfterSeconds: 1 });
    await hit("b");
    await hit("a", later(600));
  });

  it("counts every one of many attempts made at once", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => hit("parallel")));
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(limit.max);
    for (const outcome of outcomes) if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(Refusal);
  });

  it("forgets an attempt that was forgiven, and never counts below none", async () => {
    await hit("c");
    for (let times = 0; times < 3; times++) await forgiveHit(shop.db, "c", { ...limit, now: TEST_NOW });
    for (let attempt = 0; attempt < limit.max; attempt++) await hit("c");
    await expect(hit("c")).rejects.toBeInstanceOf(Refusal);
  });

  it("sweeps the counts of windows that are over and keeps running ones", async () => {
    await hit("old");
    const nextDay = later(25 * 60 * 60);
    await hit("new", nextDay);
    expect(await sweepLimits(shop.db, nextDay)).toBe(1);
    expect(await shop.db.selectFrom("rate_limits").select("bucket").execute()).toEqual([{ bucket: "new" }]);
  });
});

describe("networkOf", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:0001:0002::77", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("counts %s as %s", (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});
