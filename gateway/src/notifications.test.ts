import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { aPayment, expectedSignature, goodCard, openTestGateway, tokenFor } from "../test/world.ts";
import { retryGapsMs } from "./notifications.ts";
import { decidePayments } from "./payments.ts";
import { claimNotifications } from "./sql.ts";
import { workOff } from "./work.ts";

const world = await openTestGateway();

beforeEach(() => {
  world.told.length = 0;
  world.shop.answers = () => 200;
});

async function aDecidedPayment(): Promise<string> {
  const token = await tokenFor(world, goodCard);
  const { body } = await world.call("POST", "/payments", { body: aPayment(token), key: "payment" });
  await world.settle();
  return body.id;
}

describe("a notification", () => {
  it("is told once, signed over its time and its very bytes", async () => {
    const id = await aDecidedPayment();
    expect(world.told).toHaveLength(1);
    const { headers, raw, body } = world.told[0]!;
    expect(body).toMatchObject({
      type: "notification",
      event: "payment.succeeded",
      object: { id, status: "succeeded" },
    });
    expect(headers.get("gateway-event-id")).toBe(body.id);
    const timestamp = headers.get("gateway-timestamp") ?? "";
    expect(Number(timestamp)).toBe(Math.floor(world.clock.now().getTime() / 1000));
    expect(headers.get("gateway-signature")).toBe(expectedSignature(timestamp, raw));
    world.clock.advance(7 * 24 * 60 * 60_000);
    await workOff(world.gateway);
    expect(world.told).toHaveLength(1);
  });

  it("is tried again at 10 s, 1 min, 5 min, 30 min, 2 h, 6 h, 12 h and 24 h, then no more", async () => {
    world.shop.answers = () => 503;
    await aDecidedPayment();
    const begun = world.clock.now().getTime();
    const tries: number[] = [0];
    // Steps of ten seconds would take long; the moments just before and at each due time are what matters.
    for (const seconds of [10, 60, 300, 1800, 7200, 21_600, 43_200, 86_400, 172_800]) {
      world.clock.set(new Date(begun + seconds * 1000 - 1));
      await workOff(world.gateway);
      expect(world.told).toHaveLength(tries.length);
      world.clock.set(new Date(begun + seconds * 1000));
      await workOff(world.gateway);
      if (world.told.length > tries.length) tries.push(seconds);
    }
    expect(tries).toEqual([0, 10, 60, 300, 1800, 7200, 21_600, 43_200, 86_400]);
    expect(new Set(world.told.map(({ raw }) => raw)).size).toBe(1);
  });

  it.each([201, 204, 302, 404, 500])("is not taken for told by an answer %i", async (status) => {
    world.shop.answers = () => status;
    await aDecidedPayment();
    world.shop.answers = () => 200;
    world.clock.advance(10_000);
    await workOff(world.gateway);
    expect(world.told).toHaveLength(2);
  });

  it("survives a shop that is out of reach, and says why it failed", async () => {
    world.shop.answers = () => Promise.reject(new TypeError("fetch failed"));
    await aDecidedPayment();
    const { rows } = await sql<{ last_error: string; tries: number }>`
      select last_error, tries from sandbox_gateway.notifications`.execute(world.db);
    expect(rows).toEqual([{ last_error: "TypeError: fetch failed", tries: 1 }]);
  });

  it("is sent by one of several processes", async () => {
    const token = await tokenFor(world, goodCard);
    await world.call("POST", "/payments", { body: aPayment(token), key: "payment" });
    world.clock.advance(1000);
    await Promise.all([1, 2, 3, 4].map(() => workOff(world.gateway)));
    expect(world.told).toHaveLength(1);
  });

  it("comes from the table after a restart: a process that died before sending leaves it to the next", async () => {
    const token = await tokenFor(world, goodCard);
    await world.call("POST", "/payments", { body: aPayment(token), key: "payment" });
    world.clock.advance(1000);
    await decidePayments(world.gateway);
    // The one that dies: it has taken the try, and never comes to send it.
    const taken = await claimNotifications(world.gateway.db, world.clock.now(), 8, retryGapsMs);
    expect(taken).toHaveLength(1);
    await workOff(world.gateway);
    expect(world.told).toHaveLength(0);
    world.clock.advance(10_000);
    await workOff(world.gateway);
    expect(world.told.map((event) => event.body.event)).toEqual(["payment.succeeded"]);
  });
});
