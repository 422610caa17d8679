import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import {
  createPaymentBody,
  computeExpectedSignature,
  goodCard,
  openTestGateway,
  createToken,
} from "../test/test-gateway.ts";
import { retryDelaysMs } from "./notifications.ts";
import { decidePayments } from "./payments.ts";
import { claimNotifications } from "./sql.ts";
import { processDueWork } from "./worker.ts";

const testGateway = await openTestGateway();

beforeEach(() => {
  testGateway.notifications.length = 0;
  testGateway.shop.respond = () => 200;
});

async function createDecidedPayment(): Promise<string> {
  const token = await createToken(testGateway, goodCard);
  const { body } = await testGateway.callAsShop("POST", "/payments", {
    body: createPaymentBody(token),
    key: "payment",
  });
  await testGateway.settle();
  return body.id;
}

describe("a notification", () => {
  it("is sent once, with a signature of timestamp and raw body", async () => {
    const id = await createDecidedPayment();
    expect(testGateway.notifications).toHaveLength(1);
    const { headers, raw, body } = testGateway.notifications[0]!;
    expect(body).toMatchObject({
      type: "notification",
      event: "payment.succeeded",
      object: { id, status: "succeeded" },
    });
    expect(headers.get("gateway-event-id")).toBe(body.id);
    const timestamp = headers.get("gateway-timestamp") ?? "";
    expect(Number(timestamp)).toBe(Math.floor(testGateway.clock.now().getTime() / 1000));
    expect(headers.get("gateway-signature")).toBe(computeExpectedSignature(timestamp, raw));
    testGateway.clock.advance(7 * 24 * 60 * 60_000);
    await processDueWork(testGateway.gateway);
    expect(testGateway.notifications).toHaveLength(1);
  });

  it("is retried after 10 s, 1 min, 5 min, 30 min, 2 h, 6 h, 12 h and 24 h, then given up", async () => {
    testGateway.shop.respond = () => 503;
    await createDecidedPayment();
    const startedAt = testGateway.clock.now().getTime();
    const tries: number[] = [0];
    // Only the moments just before and at each due time are checked.
    for (const seconds of [10, 60, 300, 1800, 7200, 21_600, 43_200, 86_400, 172_800]) {
      testGateway.clock.set(new Date(startedAt + seconds * 1000 - 1));
      await processDueWork(testGateway.gateway);
      expect(testGateway.notifications).toHaveLength(tries.length);
      testGateway.clock.set(new Date(startedAt + seconds * 1000));
      await processDueWork(testGateway.gateway);
      if (testGateway.notifications.length > tries.length) tries.push(seconds);
    }
    expect(tries).toEqual([0, 10, 60, 300, 1800, 7200, 21_600, 43_200, 86_400]);
    expect(new Set(testGateway.notifications.map(({ raw }) => raw)).size).toBe(1);
  });

  it.each([201, 204, 302, 404, 500])("is retried after a response with status %i", async (status) => {
    testGateway.shop.respond = () => status;
    await createDecidedPayment();
    testGateway.shop.respond = () => 200;
    testGateway.clock.advance(10_000);
    await processDueWork(testGateway.gateway);
    expect(testGateway.notifications).toHaveLength(2);
  });

  it("survives an unreachable shop and stores the error", async () => {
    testGateway.shop.respond = () => Promise.reject(new TypeError("fetch failed"));
    await createDecidedPayment();
    const { rows } = await sql<{ last_error: string; attempts: number }>`
      select last_error, attempts from sandbox_gateway.notifications`.execute(testGateway.db);
    expect(rows).toEqual([{ last_error: "TypeError: fetch failed", attempts: 1 }]);
  });

  it("is sent by only one of several processes", async () => {
    const token = await createToken(testGateway, goodCard);
    await testGateway.callAsShop("POST", "/payments", { body: createPaymentBody(token), key: "payment" });
    testGateway.clock.advance(1000);
    await Promise.all([1, 2, 3, 4].map(() => processDueWork(testGateway.gateway)));
    expect(testGateway.notifications).toHaveLength(1);
  });

  it("is sent by another process if the first one crashed before sending", async () => {
    const token = await createToken(testGateway, goodCard);
    await testGateway.callAsShop("POST", "/payments", { body: createPaymentBody(token), key: "payment" });
    testGateway.clock.advance(1000);
    await decidePayments(testGateway.gateway);
    // The crashed process claimed the notification and never sent it.
    const claimed = await claimNotifications(testGateway.gateway.db, testGateway.clock.now(), 8, retryDelaysMs);
    expect(claimed).toHaveLength(1);
    await processDueWork(testGateway.gateway);
    expect(testGateway.notifications).toHaveLength(0);
    testGateway.clock.advance(10_000);
    await processDueWork(testGateway.gateway);
    expect(testGateway.notifications.map((event) => event.body.event)).toEqual(["payment.succeeded"]);
  });
});
