import { beforeEach, describe, expect, it } from "vitest";
import { openPayingShop } from "../../test/paying-shop.ts";
import { paymentsAtRest } from "./background.ts";
import { anUnpaidOrder, standing } from "./fixtures.ts";
import { catchUp, reconcile } from "./jobs.ts";

const shop = await openPayingShop();
const MINUTE = 60_000;

beforeEach(() => {
  shop.line.toGateway = (request, pass) => pass(request);
  shop.line.delivers = true;
  shop.line.sent.length = 0;
});

const mended = async () => {
  const rows = await shop.db
    .selectFrom("payment_mendings")
    .select(["finding", "order_id", "deed"])
    .orderBy("id")
    .execute();
  return rows.map(({ finding, order_id }) => [finding, order_id]);
};
/** Two turns of the job a minute apart: so long may anything stay stranded. */
const withinTwoMinutes = async () => {
  for (let turn = 0; turn < 2; turn++) {
    shop.clock.advance(MINUTE);
    await catchUp(shop.house);
    await paymentsAtRest();
  }
};
/** The way to the gateway: answers get lost, or the calls themselves. */
const loseAnswers = () => {
  shop.line.toGateway = async (request, pass) => {
    await pass(request);
    throw new TypeError("terminated");
  };
};
const loseCalls = () => {
  shop.line.toGateway = () => Promise.reject(new TypeError("fetch failed"));
};
const mendLine = () => {
  shop.line.toGateway = (request, pass) => pass(request);
};

describe("within two minutes", () => {
  it("a card that was taken, whose answer and every webhook were lost, pays its order", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    loseAnswers();
    expect((await shop.confirm(paymentId, await shop.tokenFor())).status).toBe(503);
    mendLine();
    shop.line.delivers = false;
    await shop.settle();
    await withinTwoMinutes();
    expect((await standing(shop.db, orderId)).order).toBe("paid");
    expect(await mended()).toEqual([["asked_never_confirmed", orderId]]);
  });

  it("a call that never reached the provider frees the payment for another card", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    loseCalls();
    await shop.confirm(paymentId, await shop.tokenFor());
    mendLine();
    await withinTwoMinutes();
    expect(await standing(shop.db, orderId)).toMatchObject({
      attempts: ["failed: never_reached"],
      payments: ["error"],
    });
    expect(await mended()).toEqual([["asked_never_confirmed", orderId]]);
    await shop.confirm(paymentId, await shop.tokenFor());
    await shop.settle();
    expect((await standing(shop.db, orderId)).order).toBe("paid");
  });

  it("an end that was never told moves its order", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    shop.line.delivers = false;
    await shop.confirm(paymentId, await shop.tokenFor());
    await shop.settle();
    await withinTwoMinutes();
    expect((await standing(shop.db, orderId)).order).toBe("paid");
    expect(await mended()).toEqual([["end_not_told", orderId]]);
  });

  it("a payment that succeeded beside an order that waits makes the order paid", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    await shop.confirm(paymentId, await shop.tokenFor());
    await shop.settle();
    // As a restored backup or a hand in the tables may leave it.
    await shop.db.updateTable("orders").set({ status: "awaiting_payment" }).where("id", "=", orderId).execute();
    await withinTwoMinutes();
    expect((await standing(shop.db, orderId)).order).toBe("paid");
    expect(await mended()).toEqual([["paid_no_order_moved", orderId]]);
  });

  it("money of an order that was called off goes back, whoever called it off", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    await shop.confirm(paymentId, await shop.tokenFor());
    await shop.settle();
    await shop.db.updateTable("orders").set({ status: "cancelled" }).where("id", "=", orderId).execute();
    await withinTwoMinutes();
    await shop.settle();
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "refunded", refunds: [{ status: "succeeded" }] });
    expect((await mended())[0]).toEqual(["paid_no_order_moved", orderId]);
  });

  it("an order given up while the gateway was away gets its late money back, though nothing was ever told", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    loseAnswers();
    await shop.confirm(paymentId, await shop.tokenFor());
    loseCalls();
    shop.line.delivers = false;
    await shop.settle();
    shop.clock.advance(60 * MINUTE);
    await withinTwoMinutes();
    expect(await standing(shop.db, orderId)).toMatchObject({
      order: "cancelled",
      attempts: ["failed: gateway_unavailable"],
    });
    mendLine();
    await withinTwoMinutes();
    shop.line.delivers = true;
    await shop.settle();
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "refunded", refunds: [{ status: "succeeded" }] });
  });
});

it("a dry run tells all that and moves nothing", async () => {
  const told = await anUnpaidOrder(shop.db);
  const lost = await anUnpaidOrder(shop.db);
  const over = await anUnpaidOrder(shop.db, { payUntil: shop.clock.now() });
  shop.line.delivers = false;
  await shop.confirm(told.paymentId, await shop.tokenFor());
  await shop.settle();
  loseCalls();
  await shop.confirm(lost.paymentId, await shop.tokenFor());
  mendLine();
  shop.clock.advance(MINUTE);
  const before = await Promise.all([told, lost, over].map(({ orderId }) => standing(shop.db, orderId)));
  const found = await reconcile(shop.house, { dryRun: true });
  expect(found.map(({ finding, orderId }) => [finding, orderId])).toEqual([
    ["asked_never_confirmed", lost.orderId],
    ["end_not_told", told.orderId],
    ["order_past_its_time", over.orderId],
  ]);
  expect(await Promise.all([told, lost, over].map(({ orderId }) => standing(shop.db, orderId)))).toEqual(before);
  expect(await mended()).toEqual([]);
});

it("finds nothing in a shop where all is well", async () => {
  const { paymentId } = await anUnpaidOrder(shop.db);
  await anUnpaidOrder(shop.db);
  await shop.confirm(paymentId, await shop.tokenFor());
  await shop.settle();
  shop.clock.advance(2 * MINUTE);
  expect(await reconcile(shop.house, { dryRun: true })).toEqual([]);
});
