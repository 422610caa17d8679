import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { workOff } from "../../../gateway/src/work.ts";
import { declinedCard, openPayingShop, type Sent } from "../../test/paying-shop.ts";
import { paymentsAtRest } from "./background.ts";
import { anUnpaidOrder, standing } from "./fixtures.ts";
import { processOpenWebhooks } from "./jobs.ts";

const shop = await openPayingShop();
const { signed } = shop;

beforeEach(() => {
  shop.line.toGateway = (request, pass) => pass(request);
  shop.line.delivers = true;
  shop.line.sent.length = 0;
});

const outcomes = async () => {
  const rows = await shop.db.selectFrom("webhook_events").select("outcome").orderBy("received_at").execute();
  return rows.map((row) => row.outcome);
};

/** An order whose card the gateway has taken, and the notification of it, which has not reached the shop. */
async function aTakenCard(card?: object) {
  const order = await anUnpaidOrder(shop.db);
  shop.line.delivers = false;
  await shop.confirm(order.paymentId, await shop.tokenFor(card));
  await shop.settle();
  shop.line.delivers = true;
  const sent = shop.line.sent.at(-1);
  if (!sent) throw new Error("the gateway has told nothing");
  return { ...order, sent };
}

describe("POST /v1/webhooks/{provider}", () => {
  it("the same event ten times, at once and one by one, pays one order once", async () => {
    const { orderId, sent } = await aTakenCard();
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.deliver(sent)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    await paymentsAtRest();
    for (let i = 0; i < 10; i++) await shop.deliver(sent);
    await paymentsAtRest();
    expect(await standing(shop.db, orderId)).toEqual({
      order: "paid",
      payments: ["success"],
      attempts: ["succeeded"],
      history: ["awaiting_payment", "paid"],
      refunds: [],
    });
    expect(await outcomes()).toEqual(["paid"]);
  });

  it("different events of one payment, at once, in any order: the gateway's present word counts", async () => {
    const { orderId, sent } = await aTakenCard();
    const success = JSON.parse(sent.raw);
    const events = ["payment.canceled", "payment.succeeded", "payment.canceled", "payment.succeeded"].map((event, i) =>
      signed({ ...success, id: `made-up-${i}`, event, object: { ...success.object, status: "canceled" } }),
    );
    await Promise.all([...events, sent].map((event) => shop.deliver(event)));
    await paymentsAtRest();
    expect(await standing(shop.db, orderId)).toMatchObject({
      order: "paid",
      attempts: ["succeeded"],
      history: ["awaiting_payment", "paid"],
    });
    expect((await outcomes()).sort()).toEqual(["already", "already", "already", "already", "paid"]);
  });

  it("the end of a first, declined attempt that comes after the second has paid changes nothing", async () => {
    const { orderId, paymentId, sent } = await aTakenCard(declinedCard);
    await shop.deliver(sent);
    await paymentsAtRest();
    await shop.confirm(paymentId, await shop.tokenFor());
    await shop.settle();
    const again = { ...JSON.parse(sent.raw), id: "the-old-news-again" };
    await shop.deliver(signed(again));
    await paymentsAtRest();
    expect(await standing(shop.db, orderId)).toMatchObject({
      order: "paid",
      payments: ["success"],
      attempts: ["failed: general_decline", "succeeded"],
      history: ["awaiting_payment", "paid"],
    });
  });

  it.each([
    ["no signature", ({ raw }: Sent): Sent => ({ raw, headers: {} })],
    ["another body", (sent: Sent): Sent => ({ ...sent, raw: sent.raw.replace("1500.00", "1.00") })],
    [
      "another time than the signed one",
      (sent: Sent): Sent => ({
        ...sent,
        headers: { ...sent.headers, "gateway-timestamp": String(Number(sent.headers["gateway-timestamp"]) + 1) },
      }),
    ],
    [
      "a signature of another length",
      (sent: Sent): Sent => ({ ...sent, headers: { ...sent.headers, "gateway-signature": "sha256=00" } }),
    ],
    [
      "a time that is none",
      (sent: Sent): Sent => ({ ...sent, headers: { ...sent.headers, "gateway-timestamp": "NaN" } }),
    ],
    [
      "a signature of long ago",
      ({ raw }: Sent): Sent => signed(JSON.parse(raw), shop.clock.now().getTime() / 1000 - 301),
    ],
    [
      "a signature of the future",
      ({ raw }: Sent): Sent => signed(JSON.parse(raw), shop.clock.now().getTime() / 1000 + 301),
    ],
  ])("refuses an event with %s and stores nothing", async (_what, forged) => {
    const { orderId, sent } = await aTakenCard();
    const { status, body } = await shop.deliver(forged(sent));
    expect([status, body.code]).toEqual([401, "webhook_signature_invalid"]);
    expect(await outcomes()).toEqual([]);
    expect((await standing(shop.db, orderId)).order).toBe("awaiting_payment");
  });

  it("takes an event up to five minutes old, knows no other provider, reads JSON only", async () => {
    const { orderId, sent } = await aTakenCard();
    shop.clock.advance(299_000);
    expect((await shop.deliver(sent)).status).toBe(200);
    await paymentsAtRest();
    expect((await standing(shop.db, orderId)).order).toBe("paid");
    const elsewhere = await shop.ask("POST", "/v1/webhooks/nobody", { body: sent.raw, headers: sent.headers });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([404, "webhook_provider_unknown"]);
    const broken = await shop.deliver(signed("not json"));
    expect([broken.status, broken.body.code]).toEqual([400, "malformed"]);
  });

  it("does not act on another amount than the order's, and says so to the staff", async () => {
    const { orderId, paymentId, sent } = await aTakenCard();
    await sql`update sandbox_gateway.payments set amount_minor = 100`.execute(shop.db);
    await shop.deliver(sent);
    await paymentsAtRest();
    expect(await standing(shop.db, orderId)).toEqual({
      order: "awaiting_payment",
      payments: ["error"],
      attempts: ["failed: amount_mismatch"],
      history: ["awaiting_payment"],
      refunds: [],
    });
    expect(await outcomes()).toEqual(["mismatch"]);
    expect(shop.errors).toHaveLength(1);
    const { body } = await shop.ask("GET", `/v1/payments/${paymentId}`);
    expect(body.data).toMatchObject({ status: "error", decline_reason: "amount_mismatch" });
  });

  it("keeps events about nothing of ours, with their outcome", async () => {
    const id = "3f0c0c3e-0000-4000-8000-000000000000";
    for (const [event, object] of [
      ["payment.succeeded", { id }],
      ["refund.succeeded", { id }],
      ["payout.succeeded", { id }],
      ["payment.succeeded", { id: "../../refunds" }],
    ] as const)
      await shop.deliver(signed({ type: "notification", id: `${event}-${object.id}`, event, object }));
    await paymentsAtRest();
    expect((await outcomes()).sort()).toEqual(["ignored", "unknown_payment", "unknown_payment", "unknown_refund"]);
  });

  it("keeps an event while the gateway cannot be asked; the job acts on it later", async () => {
    const { orderId, sent } = await aTakenCard();
    shop.line.toGateway = () => Promise.reject(new TypeError("fetch failed"));
    expect((await shop.deliver(sent)).status).toBe(200);
    await paymentsAtRest();
    expect(await outcomes()).toEqual([null]);
    expect(await processOpenWebhooks(shop.house)).toBe(0);
    shop.line.toGateway = (request, pass) => pass(request);
    await Promise.all([processOpenWebhooks(shop.house), processOpenWebhooks(shop.house), shop.deliver(sent)]);
    await paymentsAtRest();
    expect(await outcomes()).toEqual(["paid"]);
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "paid", history: ["awaiting_payment", "paid"] });
  });
});

it("walks over a real socket: gateway to shop", async () => {
  const { orderId, paymentId } = await anUnpaidOrder(shop.db);
  const heard = Promise.withResolvers<Sent>();
  const answer = Promise.withResolvers<number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      heard.resolve({ raw: Buffer.concat(chunks).toString(), headers });
      void answer.promise.then((status) => response.writeHead(status).end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const overSocket = {
      ...shop.gateway,
      fetch,
      shop: { ...shop.gateway.shop, notificationUrl: `http://127.0.0.1:${port}/v1/webhooks/sandbox` },
    };
    await shop.confirm(paymentId, await shop.tokenFor());
    shop.clock.advance(1000);
    const told = workOff(overSocket);
    answer.resolve((await shop.deliver(await heard.promise)).status);
    await told;
    await paymentsAtRest();
    expect((await standing(shop.db, orderId)).order).toBe("paid");
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
