import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { workOff } from "../../../gateway/src/work.ts";
import { openPayingShop } from "../../test/paying-shop.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import { moveOrder } from "../orders/service.ts";
import { withTransaction } from "../platform/db.ts";
import { paymentsAtRest } from "./background.ts";
import { anUnpaidOrder, standing } from "./fixtures.ts";
import { catchUp, expirePayments, reconcileAttempts, sendOpenRefunds } from "./jobs.ts";

const shop = await openPayingShop();
const HOUR = 60 * 60_000;

beforeEach(() => {
  shop.line.toGateway = (request, pass) => pass(request);
  shop.line.delivers = true;
  shop.line.sent.length = 0;
});

const show = async (paymentId: string) => (await shop.ask("GET", `/v1/payments/${paymentId}`)).body.data;

describe("expirePayments", () => {
  it("calls off orders whose hour is over, to the second, and no others", async () => {
    const over = await anUnpaidOrder(shop.db);
    const later = await anUnpaidOrder(shop.db, { payUntil: new Date("2026-11-20T10:00:01Z") });
    shop.clock.advance(HOUR);
    expect(await expirePayments(shop.house)).toBe(1);
    expect(await standing(shop.db, over.orderId)).toMatchObject({
      order: "cancelled",
      payments: ["cancelled"],
      history: ["awaiting_payment", "cancelled"],
    });
    expect(await standing(shop.db, later.orderId)).toMatchObject({ order: "awaiting_payment", payments: ["awaiting"] });
    expect(await show(over.paymentId)).toMatchObject({ status: "cancelled", action: { type: "none" } });
    expect(await expirePayments(shop.house)).toBe(0);
  });

  it("run by several at once calls an order off once", async () => {
    const { orderId } = await anUnpaidOrder(shop.db);
    shop.clock.advance(HOUR);
    const ended = await Promise.all([1, 2, 3, 4].map(() => expirePayments(shop.house)));
    expect(ended.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect((await standing(shop.db, orderId)).history).toEqual(["awaiting_payment", "cancelled"]);
  });

  it("gives the stock back, once", async () => {
    const product = await aProduct(shop.db, { stock: 3 });
    const { orderId } = await anUnpaidOrder(shop.db);
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
    shop.clock.advance(HOUR);
    await Promise.all([1, 2, 3].map(() => expirePayments(shop.house)));
    const { stock } = await shop.db
      .selectFrom("product_variants")
      .select("stock")
      .where("product_id", "=", product.id)
      .executeTakeFirstOrThrow();
    expect(stock).toBe(5);
  });

  it("waits for a card that the gateway has in hand", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    shop.clock.advance(HOUR - 100);
    await shop.confirm(paymentId, await shop.tokenFor());
    shop.clock.advance(200);
    expect(await expirePayments(shop.house)).toBe(0);
    await shop.settle();
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "paid", refunds: [] });
  });

  it("closes the payment of an order that was called off otherwise", async () => {
    const { orderId } = await anUnpaidOrder(shop.db);
    await shop.db.updateTable("orders").set({ status: "cancelled" }).where("id", "=", orderId).execute();
    expect(await expirePayments(shop.house)).toBe(1);
    expect((await standing(shop.db, orderId)).payments).toEqual(["cancelled"]);
  });
});

describe("money that comes too late", () => {
  /** The gateway has taken the card, the shop has heard nothing, and the order was called off. */
  async function aLateSuccess() {
    const order = await anUnpaidOrder(shop.db);
    const pass = shop.line.toGateway;
    shop.line.toGateway = async (request, go) => {
      await go(request);
      throw new TypeError("terminated");
    };
    shop.line.delivers = false;
    await shop.confirm(order.paymentId, await shop.tokenFor());
    shop.line.toGateway = pass;
    await shop.settle();
    shop.clock.advance(HOUR);
    expect(await expirePayments(shop.house)).toBe(1);
    expect((await standing(shop.db, order.orderId)).attempts).toEqual(["failed: gateway_unavailable"]);
    shop.line.delivers = true;
    return order;
  }

  it("is recorded and goes back, once, and the order says so", async () => {
    const { orderId, paymentId } = await aLateSuccess();
    await shop.settle();
    expect(await standing(shop.db, orderId)).toMatchObject({
      order: "cancelled",
      payments: ["cancelled"],
      attempts: [expect.stringContaining("succeeded")],
      refunds: [{ status: "pending", reason: "order_released", amount_minor: 150_000 }],
    });
    expect(await show(paymentId)).toMatchObject({ status: "cancelled", refund: "pending" });
    const success = shop.line.sent.at(-1)!;
    await shop.settle();
    await Promise.all([1, 2, 3].map(() => shop.deliver(success)));
    await paymentsAtRest();
    expect(await standing(shop.db, orderId)).toMatchObject({
      order: "refunded",
      payments: ["cancelled"],
      history: ["awaiting_payment", "cancelled", "refunded"],
      refunds: [{ status: "succeeded", reason: "order_released", amount_minor: 150_000 }],
    });
    expect(await show(paymentId)).toMatchObject({ status: "cancelled", refund: "succeeded" });
  });

  it("goes back also when the gateway cannot be asked at first", async () => {
    const { orderId } = await aLateSuccess();
    shop.line.toGateway = (request, pass) =>
      request.url.endsWith("/refunds") ? Promise.reject(new TypeError("fetch failed")) : pass(request);
    await shop.settle();
    expect((await standing(shop.db, orderId)).refunds).toMatchObject([{ status: "pending" }]);
    shop.line.toGateway = (request, pass) => pass(request);
    await Promise.all([1, 2, 3].map(() => sendOpenRefunds(shop.house)));
    shop.line.delivers = false;
    await shop.settle();
    // The notification of the refund is lost: the job asks.
    expect(await sendOpenRefunds(shop.house)).toBe(1);
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "refunded", refunds: [{ status: "succeeded" }] });
  });

  it("for an order that another card has paid goes back, once, and the order stays paid", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    shop.line.delivers = false;
    await shop.confirm(paymentId, await shop.tokenFor());
    await shop.settle();
    const first = shop.line.sent.at(-1)!;
    shop.line.delivers = true;
    // Given up by hand: the shop has no way of its own to give up a card that the gateway has in hand.
    await shop.db.updateTable("payment_attempts").set({ status: "failed", ended_at: shop.clock.now() }).execute();
    await shop.confirm(paymentId, await shop.tokenFor());
    await shop.settle();
    expect((await standing(shop.db, orderId)).order).toBe("paid");

    await Promise.all([first, shop.signed({ ...JSON.parse(first.raw), id: "the-same-news-again" })].map(shop.deliver));
    await paymentsAtRest();
    shop.clock.advance(60_000);
    await shop.settle();
    expect(shop.errors).toEqual([]);
    expect(await standing(shop.db, orderId)).toEqual({
      order: "paid",
      payments: ["success"],
      attempts: ["failed", "succeeded"],
      history: ["awaiting_payment", "paid"],
      refunds: [{ status: "succeeded", reason: "paid_twice", amount_minor: 150_000 }],
    });
  });

  it("at the very moment of calling off: one of the two comes first, and the money is never kept for nothing", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    await shop.confirm(paymentId, await shop.tokenFor());
    await withTransaction(shop.db, async (tx) => {
      await moveOrder(tx, orderId, "cancelled", { now: shop.clock.now() });
      shop.clock.advance(1000);
      await workOff(shop.gateway);
      await somebodyWaitsForALock();
    });
    await paymentsAtRest();
    expect(shop.errors).toEqual([]);
    expect(await standing(shop.db, orderId)).toMatchObject({
      order: "cancelled",
      history: ["awaiting_payment", "cancelled"],
      refunds: [{ status: "pending", reason: "order_released" }],
    });
  });

  it("of a refund that the gateway refuses is left to the staff", async () => {
    const { orderId } = await aLateSuccess();
    shop.line.toGateway = async (request, pass) =>
      request.url.endsWith("/refunds") ? Response.json({ code: "invalid_request" }, { status: 400 }) : pass(request);
    await shop.settle();
    expect((await standing(shop.db, orderId)).refunds).toMatchObject([{ status: "failed" }]);
    expect(shop.errors.map(String).join()).toContain("a refund was refused");
  });
});

/** Ends when another connection of this database waits for a row that somebody holds. */
async function somebodyWaitsForALock(): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.db);
    if (rows.length > 0) return;
  }
}

describe("reconcileAttempts", () => {
  it("asks about a card whose end was never told, after a minute", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    shop.line.delivers = false;
    await shop.confirm(paymentId, await shop.tokenFor());
    await shop.settle();
    expect(await reconcileAttempts(shop.house)).toBe(0);
    shop.clock.advance(60_000);
    await Promise.all([1, 2, 3].map(() => reconcileAttempts(shop.house)));
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "paid", history: ["awaiting_payment", "paid"] });
    expect(await reconcileAttempts(shop.house)).toBe(0);
  });

  it("calls a card off at the gateway when its order is over", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    await shop.confirm(paymentId, await shop.tokenFor());
    await shop.db.updateTable("orders").set({ status: "cancelled" }).where("id", "=", orderId).execute();
    shop.clock.advance(60_000);
    expect(await expirePayments(shop.house)).toBe(0);
    expect(await reconcileAttempts(shop.house)).toBe(1);
    expect(await expirePayments(shop.house)).toBe(1);
    expect(await standing(shop.db, orderId)).toMatchObject({
      order: "cancelled",
      payments: ["cancelled"],
      attempts: ["failed: canceled_by_merchant"],
      refunds: [],
    });
  });

  it("gives the money back when the card had been taken before it could be called off", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    await shop.confirm(paymentId, await shop.tokenFor());
    shop.line.delivers = false;
    await shop.settle();
    await shop.db.updateTable("orders").set({ status: "cancelled" }).where("id", "=", orderId).execute();
    shop.clock.advance(60_000);
    await reconcileAttempts(shop.house);
    await paymentsAtRest();
    expect(await standing(shop.db, orderId)).toMatchObject({
      order: "cancelled",
      refunds: [{ status: "pending", reason: "order_released" }],
    });
  });
});

it("catches up with everything that was missed, in one go", async () => {
  const paid = await anUnpaidOrder(shop.db);
  const stored = await anUnpaidOrder(shop.db);
  const over = await anUnpaidOrder(shop.db);
  shop.line.delivers = false;
  await shop.confirm(paid.paymentId, await shop.tokenFor());
  await shop.settle();
  await shop.confirm(stored.paymentId, await shop.tokenFor());
  await shop.settle();
  shop.line.toGateway = () => Promise.reject(new TypeError("fetch failed"));
  await shop.deliver(shop.line.sent.at(-1)!);
  await paymentsAtRest();
  shop.line.toGateway = (request, pass) => pass(request);

  shop.clock.advance(HOUR);
  await Promise.all([catchUp(shop.house), catchUp(shop.house)]);
  expect((await standing(shop.db, paid.orderId)).order).toBe("paid");
  expect((await standing(shop.db, stored.orderId)).order).toBe("paid");
  expect((await standing(shop.db, over.orderId)).order).toBe("cancelled");
  const events = await shop.db.selectFrom("webhook_events").select("processed_at").execute();
  expect(events).toEqual([{ processed_at: shop.clock.now() }]);
});
