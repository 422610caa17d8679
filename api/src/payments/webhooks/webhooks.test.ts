import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { processDueWork } from "../../../../sandbox-gateway/src/worker.ts";
import { declinedCard, openPaymentTestShop, type WebhookRequest } from "../../../test/payment-shop.ts";
import { waitForBackgroundTasks } from "../background-tasks.ts";
import { createUnpaidOrder, getPaymentState } from "../fixtures.ts";
import { processOpenWebhooks } from "../jobs.ts";

const shop = await openPaymentTestShop();
const { createSignedWebhook } = shop;

const listOutcomes = async () => {
  const rows = await shop.db.selectFrom("webhook_events").select("outcome").orderBy("received_at").execute();
  return rows.map((row) => row.outcome);
};

/** Creates an order whose card the gateway has charged, with the notification that has not reached the shop yet. */
async function createChargedOrder(card?: object) {
  const order = await createUnpaidOrder(shop.db);
  shop.network.shouldDeliver = false;
  await shop.confirmPayment(order.paymentId, await shop.createCardToken(card));
  await shop.settlePayments();
  shop.network.shouldDeliver = true;
  const sent = shop.network.sent.at(-1);
  if (!sent) throw new Error("the gateway has sent no webhook");
  return { ...order, sent };
}

describe("POST /v1/webhooks/{provider}", () => {
  it("pays an order once for the same event ten times, concurrently and in sequence", async () => {
    const { orderId, sent } = await createChargedOrder();
    const responses = await Promise.all(Array.from({ length: 10 }, () => shop.deliverWebhook(sent)));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    await waitForBackgroundTasks();
    for (let index = 0; index < 10; index++) await shop.deliverWebhook(sent);
    await waitForBackgroundTasks();
    expect(await getPaymentState(shop.db, orderId)).toEqual({
      order: "paid",
      payments: ["success"],
      attempts: ["succeeded"],
      history: ["awaiting_payment", "paid"],
      refunds: [],
    });
    expect(await listOutcomes()).toEqual(["paid"]);
  });

  it("applies the gateway's current state, whatever the events of a payment say and in which order they arrive", async () => {
    const { orderId, sent } = await createChargedOrder();
    const success = JSON.parse(sent.raw);
    const events = ["payment.canceled", "payment.succeeded", "payment.canceled", "payment.succeeded"].map(
      (event, index) =>
        createSignedWebhook({
          ...success,
          id: `made-up-${index}`,
          event,
          object: { ...success.object, status: "canceled" },
        }),
    );
    await Promise.all([...events, sent].map((event) => shop.deliverWebhook(event)));
    await waitForBackgroundTasks();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "paid",
      attempts: ["succeeded"],
      history: ["awaiting_payment", "paid"],
    });
    expect((await listOutcomes()).sort()).toEqual([
      "already_settled",
      "already_settled",
      "already_settled",
      "already_settled",
      "paid",
    ]);
  });

  it("ignores a repeated event about a declined attempt after another attempt has paid", async () => {
    const { orderId, paymentId, sent } = await createChargedOrder(declinedCard);
    await shop.deliverWebhook(sent);
    await waitForBackgroundTasks();
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    await shop.settlePayments();
    const duplicate = { ...JSON.parse(sent.raw), id: "repeated-event" };
    await shop.deliverWebhook(createSignedWebhook(duplicate));
    await waitForBackgroundTasks();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "paid",
      payments: ["success"],
      attempts: ["failed: general_decline", "succeeded"],
      history: ["awaiting_payment", "paid"],
    });
  });

  it.each([
    ["no signature", ({ raw }: WebhookRequest): WebhookRequest => ({ raw, headers: {} })],
    ["another body", (sent: WebhookRequest): WebhookRequest => ({ ...sent, raw: sent.raw.replace("1500.00", "1.00") })],
    [
      "another time than the signed one",
      (sent: WebhookRequest): WebhookRequest => ({
        ...sent,
        headers: { ...sent.headers, "gateway-timestamp": String(Number(sent.headers["gateway-timestamp"]) + 1) },
      }),
    ],
    [
      "a signature of another length",
      (sent: WebhookRequest): WebhookRequest => ({
        ...sent,
        headers: { ...sent.headers, "gateway-signature": "sha256=00" },
      }),
    ],
    [
      "a malformed time",
      (sent: WebhookRequest): WebhookRequest => ({ ...sent, headers: { ...sent.headers, "gateway-timestamp": "NaN" } }),
    ],
    [
      "a time more than five minutes in the past",
      ({ raw }: WebhookRequest): WebhookRequest =>
        createSignedWebhook(JSON.parse(raw), shop.clock.now().getTime() / 1000 - 301),
    ],
    [
      "a time more than five minutes in the future",
      ({ raw }: WebhookRequest): WebhookRequest =>
        createSignedWebhook(JSON.parse(raw), shop.clock.now().getTime() / 1000 + 301),
    ],
  ])("refuses an event with %s and stores nothing", async (_what, forge) => {
    const { orderId, sent } = await createChargedOrder();
    const { status, body } = await shop.deliverWebhook(forge(sent));
    expect([status, body.code]).toEqual([401, "webhook_signature_invalid"]);
    expect(await listOutcomes()).toEqual([]);
    expect((await getPaymentState(shop.db, orderId)).order).toBe("awaiting_payment");
  });

  it("accepts an event up to five minutes old, refuses unknown providers and malformed JSON", async () => {
    const { orderId, sent } = await createChargedOrder();
    shop.clock.advance(299_000);
    expect((await shop.deliverWebhook(sent)).status).toBe(200);
    await waitForBackgroundTasks();
    expect((await getPaymentState(shop.db, orderId)).order).toBe("paid");
    const unknownProvider = await shop.request("POST", "/v1/webhooks/nobody", {
      body: sent.raw,
      headers: sent.headers,
    });
    expect([unknownProvider.status, unknownProvider.body.code]).toEqual([404, "webhook_provider_unknown"]);
    const malformed = await shop.deliverWebhook(createSignedWebhook("not json"));
    expect([malformed.status, malformed.body.code]).toEqual([400, "malformed"]);
  });

  it("does not apply an amount that differs from the order's, and logs an error", async () => {
    const { orderId, paymentId, sent } = await createChargedOrder();
    await sql`update sandbox_gateway.payments set amount_minor = 100`.execute(shop.db);
    await shop.deliverWebhook(sent);
    await waitForBackgroundTasks();
    expect(await getPaymentState(shop.db, orderId)).toEqual({
      order: "awaiting_payment",
      payments: ["error"],
      attempts: ["failed: amount_mismatch"],
      history: ["awaiting_payment"],
      refunds: [],
    });
    expect(await listOutcomes()).toEqual(["mismatch"]);
    expect(shop.errors).toHaveLength(1);
    const { body } = await shop.request("GET", `/v1/payments/${paymentId}`);
    expect(body.data).toMatchObject({ status: "error", decline_reason: "amount_mismatch" });
  });

  it("stores events about unknown objects with their outcome", async () => {
    const id = "3f0c0c3e-0000-4000-8000-000000000000";
    for (const [event, object] of [
      ["payment.succeeded", { id }],
      ["refund.succeeded", { id }],
      ["payout.succeeded", { id }],
      ["payment.succeeded", { id: "../../refunds" }],
    ] as const)
      await shop.deliverWebhook(
        createSignedWebhook({ type: "notification", id: `${event}-${object.id}`, event, object }),
      );
    await waitForBackgroundTasks();
    expect((await listOutcomes()).sort()).toEqual(["ignored", "unknown_payment", "unknown_payment", "unknown_refund"]);
  });

  it("keeps an event while the gateway is unreachable; the job processes it later", async () => {
    const { orderId, sent } = await createChargedOrder();
    shop.network.interceptGatewayCall = () => Promise.reject(new TypeError("fetch failed"));
    expect((await shop.deliverWebhook(sent)).status).toBe(200);
    await waitForBackgroundTasks();
    expect(await listOutcomes()).toEqual([null]);
    expect(await processOpenWebhooks(shop.app)).toBe(0);
    shop.network.interceptGatewayCall = (request, pass) => pass(request);
    await Promise.all([processOpenWebhooks(shop.app), processOpenWebhooks(shop.app), shop.deliverWebhook(sent)]);
    await waitForBackgroundTasks();
    expect(await listOutcomes()).toEqual(["paid"]);
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "paid",
      history: ["awaiting_payment", "paid"],
    });
  });
});

it("works over a real socket from gateway to shop", async () => {
  const { orderId, paymentId } = await createUnpaidOrder(shop.db);
  const received = Promise.withResolvers<WebhookRequest>();
  const statusToSend = Promise.withResolvers<number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      received.resolve({ raw: Buffer.concat(chunks).toString(), headers });
      void statusToSend.promise.then((status) => response.writeHead(status).end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const gatewayOverHttp = {
      ...shop.gateway,
      fetch,
      shop: { ...shop.gateway.shop, notificationUrl: `http://127.0.0.1:${port}/v1/webhooks/sandbox` },
    };
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    shop.clock.advance(1000);
    const delivery = processDueWork(gatewayOverHttp);
    statusToSend.resolve((await shop.deliverWebhook(await received.promise)).status);
    await delivery;
    await waitForBackgroundTasks();
    expect((await getPaymentState(shop.db, orderId)).order).toBe("paid");
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
