import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { processDueWork } from "../../../sandbox-gateway/src/worker.ts";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { transitionOrder } from "../orders/status/transition-order.ts";
import { withTransaction } from "../platform/db/database.ts";
import { waitForBackgroundTasks } from "./background-tasks.ts";
import { createUnpaidOrder, getPaymentState } from "./fixtures.ts";
import { reconcilePayments, expirePayments, reconcileAttempts, sendOpenRefunds } from "./jobs.ts";

const shop = await openPaymentTestShop();
const HOUR_MS = 60 * 60_000;

const getPayment = async (paymentId: string) => (await shop.request("GET", `/v1/payments/${paymentId}`)).body.data;

describe("expirePayments", () => {
  it("cancels orders whose payment deadline has passed, to the second, and no others", async () => {
    const expired = await createUnpaidOrder(shop.db);
    const notExpired = await createUnpaidOrder(shop.db, { payUntil: new Date("2026-11-20T10:00:01Z") });
    shop.clock.advance(HOUR_MS);
    expect(await expirePayments(shop.app)).toBe(1);
    expect(await getPaymentState(shop.db, expired.orderId)).toMatchObject({
      order: "cancelled",
      payments: ["cancelled"],
      history: ["awaiting_payment", "cancelled"],
    });
    expect(await getPaymentState(shop.db, notExpired.orderId)).toMatchObject({
      order: "awaiting_payment",
      payments: ["awaiting"],
    });
    expect(await getPayment(expired.paymentId)).toMatchObject({ status: "cancelled", action: { type: "none" } });
    expect(await expirePayments(shop.app)).toBe(0);
  });

  it("cancels an order once when several instances run at the same time", async () => {
    const { orderId } = await createUnpaidOrder(shop.db);
    shop.clock.advance(HOUR_MS);
    const counts = await Promise.all([1, 2, 3, 4].map(() => expirePayments(shop.app)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect((await getPaymentState(shop.db, orderId)).history).toEqual(["awaiting_payment", "cancelled"]);
  });

  it("returns the stock, once", async () => {
    const product = await createProduct(shop.db, { stock: 3 });
    const { orderId } = await createUnpaidOrder(shop.db);
    await shop.db
      .insertInto("order_lines")
      .values({
        order_id: orderId,
        line: 1,
        product_id: product.id,
        option_id: 0,
        reference: "R",
        name: product.name,
        qty: 2,
        price_minor: 75_000,
        total_minor: 150_000,
        weight_g: 200,
      })
      .execute();
    shop.clock.advance(HOUR_MS);
    await Promise.all([1, 2, 3].map(() => expirePayments(shop.app)));
    const { stock } = await shop.db
      .selectFrom("product_variants")
      .select("stock")
      .where("product_id", "=", product.id)
      .executeTakeFirstOrThrow();
    expect(stock).toBe(5);
  });

  it("waits for a card that the gateway is processing", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    shop.clock.advance(HOUR_MS - 100);
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    shop.clock.advance(200);
    expect(await expirePayments(shop.app)).toBe(0);
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({ order: "paid", refunds: [] });
  });

  it("closes the open payment of a canceled order", async () => {
    const { orderId } = await createUnpaidOrder(shop.db);
    await shop.db.updateTable("orders").set({ status: "cancelled" }).where("id", "=", orderId).execute();
    expect(await expirePayments(shop.app)).toBe(1);
    expect((await getPaymentState(shop.db, orderId)).payments).toEqual(["cancelled"]);
  });
});

describe("a payment that succeeds too late", () => {
  /** The gateway has charged the card, the shop has not been notified, and the order was canceled. */
  async function createLateSuccess() {
    const order = await createUnpaidOrder(shop.db);
    const originalHandler = shop.network.interceptGatewayCall;
    shop.network.interceptGatewayCall = async (request, forward) => {
      await forward(request);
      throw new TypeError("terminated");
    };
    shop.network.shouldDeliver = false;
    await shop.confirmPayment(order.paymentId, await shop.createCardToken());
    shop.network.interceptGatewayCall = originalHandler;
    await shop.settlePayments();
    shop.clock.advance(HOUR_MS);
    expect(await expirePayments(shop.app)).toBe(1);
    expect((await getPaymentState(shop.db, order.orderId)).attempts).toEqual(["failed: gateway_unavailable"]);
    shop.network.shouldDeliver = true;
    return order;
  }

  it("is recorded and refunded once, and the order becomes refunded", async () => {
    const { orderId, paymentId } = await createLateSuccess();
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "cancelled",
      payments: ["cancelled"],
      attempts: [expect.stringContaining("succeeded")],
      refunds: [{ status: "pending", reason: "order_released", amount_minor: 150_000 }],
    });
    expect(await getPayment(paymentId)).toMatchObject({ status: "cancelled", refund: "pending" });
    const success = shop.network.sent.at(-1)!;
    await shop.settlePayments();
    await Promise.all([1, 2, 3].map(() => shop.deliverWebhook(success)));
    await waitForBackgroundTasks();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "refunded",
      payments: ["cancelled"],
      history: ["awaiting_payment", "cancelled", "refunded"],
      refunds: [{ status: "succeeded", reason: "order_released", amount_minor: 150_000 }],
    });
    expect(await getPayment(paymentId)).toMatchObject({ status: "cancelled", refund: "succeeded" });
  });

  it("is refunded even if the gateway is unreachable at first", async () => {
    const { orderId } = await createLateSuccess();
    shop.network.interceptGatewayCall = (request, pass) =>
      request.url.endsWith("/refunds") ? Promise.reject(new TypeError("fetch failed")) : pass(request);
    await shop.settlePayments();
    expect((await getPaymentState(shop.db, orderId)).refunds).toMatchObject([{ status: "pending" }]);
    shop.network.interceptGatewayCall = (request, pass) => pass(request);
    await Promise.all([1, 2, 3].map(() => sendOpenRefunds(shop.app)));
    shop.network.shouldDeliver = false;
    await shop.settlePayments();
    // The notification about the refund is lost: the job asks the provider.
    expect(await sendOpenRefunds(shop.app)).toBe(1);
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "refunded",
      refunds: [{ status: "succeeded" }],
    });
  });

  it("is refunded once if another card has paid the order, which stays paid", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    shop.network.shouldDeliver = false;
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    await shop.settlePayments();
    const first = shop.network.sent.at(-1)!;
    shop.network.shouldDeliver = true;
    // Failed directly in the database: the shop itself never gives up a card that the gateway is processing.
    await shop.db.updateTable("payment_attempts").set({ status: "failed", ended_at: shop.clock.now() }).execute();
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    await shop.settlePayments();
    expect((await getPaymentState(shop.db, orderId)).order).toBe("paid");

    await Promise.all(
      [first, shop.createSignedWebhook({ ...JSON.parse(first.raw), id: "repeated-event" })].map(shop.deliverWebhook),
    );
    await waitForBackgroundTasks();
    shop.clock.advance(60_000);
    await shop.settlePayments();
    expect(shop.errors).toEqual([]);
    expect(await getPaymentState(shop.db, orderId)).toEqual({
      order: "paid",
      payments: ["success"],
      attempts: ["failed", "succeeded"],
      history: ["awaiting_payment", "paid"],
      refunds: [{ status: "succeeded", reason: "paid_twice", amount_minor: 150_000 }],
    });
  });

  it("is refunded if it arrives while the order is being canceled", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    await withTransaction(shop.db, async (tx) => {
      await transitionOrder(shop.app, tx, orderId, "cancelled", { now: shop.clock.now() });
      shop.clock.advance(1000);
      await processDueWork(shop.gateway);
      await waitForLockWaiter();
    });
    await waitForBackgroundTasks();
    expect(shop.errors).toEqual([]);
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "cancelled",
      history: ["awaiting_payment", "cancelled"],
      refunds: [{ status: "pending", reason: "order_released" }],
    });
  });

  it("whose refund is refused by the gateway is left to staff", async () => {
    const { orderId } = await createLateSuccess();
    shop.network.interceptGatewayCall = async (request, pass) =>
      request.url.endsWith("/refunds") ? Response.json({ code: "invalid_request" }, { status: 400 }) : pass(request);
    await shop.settlePayments();
    expect((await getPaymentState(shop.db, orderId)).refunds).toMatchObject([{ status: "failed" }]);
    expect(shop.errors.map(String).join()).toContain("a refund was refused");
  });
});

/** Resolves when another connection of this database waits for a lock. */
async function waitForLockWaiter(): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.db);
    if (rows.length > 0) return;
  }
}

describe("reconcileAttempts", () => {
  it("asks about an attempt without a reported result after a minute", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    shop.network.shouldDeliver = false;
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    await shop.settlePayments();
    expect(await reconcileAttempts(shop.app)).toBe(0);
    shop.clock.advance(60_000);
    await Promise.all([1, 2, 3].map(() => reconcileAttempts(shop.app)));
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "paid",
      history: ["awaiting_payment", "paid"],
    });
    expect(await reconcileAttempts(shop.app)).toBe(0);
  });

  it("cancels an attempt at the gateway if its order has ended", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    await shop.db.updateTable("orders").set({ status: "cancelled" }).where("id", "=", orderId).execute();
    shop.clock.advance(60_000);
    expect(await expirePayments(shop.app)).toBe(0);
    expect(await reconcileAttempts(shop.app)).toBe(1);
    expect(await expirePayments(shop.app)).toBe(1);
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "cancelled",
      payments: ["cancelled"],
      attempts: ["failed: canceled_by_merchant"],
      refunds: [],
    });
  });

  it("refunds an attempt that succeeded before it could be canceled", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    shop.network.shouldDeliver = false;
    await shop.settlePayments();
    await shop.db.updateTable("orders").set({ status: "cancelled" }).where("id", "=", orderId).execute();
    shop.clock.advance(60_000);
    await reconcileAttempts(shop.app);
    await waitForBackgroundTasks();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "cancelled",
      refunds: [{ status: "pending", reason: "order_released" }],
    });
  });
});

it("repairs everything that was missed in one run", async () => {
  const paid = await createUnpaidOrder(shop.db);
  const storedEvent = await createUnpaidOrder(shop.db);
  const expired = await createUnpaidOrder(shop.db);
  shop.network.shouldDeliver = false;
  await shop.confirmPayment(paid.paymentId, await shop.createCardToken());
  await shop.settlePayments();
  await shop.confirmPayment(storedEvent.paymentId, await shop.createCardToken());
  await shop.settlePayments();
  shop.network.interceptGatewayCall = () => Promise.reject(new TypeError("fetch failed"));
  await shop.deliverWebhook(shop.network.sent.at(-1)!);
  await waitForBackgroundTasks();
  shop.network.interceptGatewayCall = (request, pass) => pass(request);

  shop.clock.advance(HOUR_MS);
  await Promise.all([reconcilePayments(shop.app), reconcilePayments(shop.app)]);
  expect((await getPaymentState(shop.db, paid.orderId)).order).toBe("paid");
  expect((await getPaymentState(shop.db, storedEvent.orderId)).order).toBe("paid");
  expect((await getPaymentState(shop.db, expired.orderId)).order).toBe("cancelled");
  const events = await shop.db.selectFrom("webhook_events").select("processed_at").execute();
  expect(events).toEqual([{ processed_at: shop.clock.now() }]);
});
