import { describe, expect, it } from "vitest";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { waitForBackgroundTasks } from "../background-tasks.ts";
import { createUnpaidOrder, getPaymentState } from "../fixtures.ts";
import { reconcilePayments, reconcile } from "../jobs.ts";

const shop = await openPaymentTestShop();
const MINUTE_MS = 60_000;

const listCorrections = async () => {
  const rows = await shop.db
    .selectFrom("payment_corrections")
    .select(["finding", "order_id", "action"])
    .orderBy("id")
    .execute();
  return rows.map(({ finding, order_id }) => [finding, order_id]);
};
/** Runs the job twice, a minute apart: the longest time a discrepancy may last. */
const runJobForTwoMinutes = async () => {
  for (let run = 0; run < 2; run++) {
    shop.clock.advance(MINUTE_MS);
    await reconcilePayments(shop.app);
    await waitForBackgroundTasks();
  }
};
/** Simulated network failures: responses get lost, or requests do. */
const loseResponses = () => {
  shop.network.interceptGatewayCall = async (request, pass) => {
    await pass(request);
    throw new TypeError("terminated");
  };
};
const loseCalls = () => {
  shop.network.interceptGatewayCall = () => Promise.reject(new TypeError("fetch failed"));
};
const restoreConnection = () => {
  shop.network.interceptGatewayCall = (request, pass) => pass(request);
};

describe("within two minutes", () => {
  it("a charged card pays its order although the response and all webhooks were lost", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    loseResponses();
    expect((await shop.confirmPayment(paymentId, await shop.createCardToken())).status).toBe(503);
    restoreConnection();
    shop.network.shouldDeliver = false;
    await shop.settlePayments();
    await runJobForTwoMinutes();
    expect((await getPaymentState(shop.db, orderId)).order).toBe("paid");
    expect(await listCorrections()).toEqual([["attempt_not_confirmed", orderId]]);
  });

  it("a request that never reached the provider unblocks the payment for another card", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    loseCalls();
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    restoreConnection();
    await runJobForTwoMinutes();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      attempts: ["failed: never_reached"],
      payments: ["error"],
    });
    expect(await listCorrections()).toEqual([["attempt_not_confirmed", orderId]]);
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    await shop.settlePayments();
    expect((await getPaymentState(shop.db, orderId)).order).toBe("paid");
  });

  it("a result without a webhook updates its order", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    shop.network.shouldDeliver = false;
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    await shop.settlePayments();
    await runJobForTwoMinutes();
    expect((await getPaymentState(shop.db, orderId)).order).toBe("paid");
    expect(await listCorrections()).toEqual([["result_not_reported", orderId]]);
  });

  it("a successful payment pays an order that still awaits payment", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    await shop.settlePayments();
    // The state after restoring a backup or editing tables by hand.
    await shop.db.updateTable("orders").set({ status: "awaiting_payment" }).where("id", "=", orderId).execute();
    await runJobForTwoMinutes();
    expect((await getPaymentState(shop.db, orderId)).order).toBe("paid");
    expect(await listCorrections()).toEqual([["payment_not_applied", orderId]]);
  });

  it("the payment of a canceled order is refunded, whoever canceled it", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    await shop.settlePayments();
    await shop.db.updateTable("orders").set({ status: "cancelled" }).where("id", "=", orderId).execute();
    await runJobForTwoMinutes();
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "refunded",
      refunds: [{ status: "succeeded" }],
    });
    expect((await listCorrections())[0]).toEqual(["payment_not_applied", orderId]);
  });

  it("a late payment of an order that expired during an outage is refunded without any webhook", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    loseResponses();
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    loseCalls();
    shop.network.shouldDeliver = false;
    await shop.settlePayments();
    shop.clock.advance(60 * MINUTE_MS);
    await runJobForTwoMinutes();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "cancelled",
      attempts: ["failed: gateway_unavailable"],
    });
    restoreConnection();
    await runJobForTwoMinutes();
    shop.network.shouldDeliver = true;
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "refunded",
      refunds: [{ status: "succeeded" }],
    });
  });
});

it("a dry run reports everything and changes nothing", async () => {
  const unreported = await createUnpaidOrder(shop.db);
  const lost = await createUnpaidOrder(shop.db);
  const expired = await createUnpaidOrder(shop.db, { payUntil: shop.clock.now() });
  shop.network.shouldDeliver = false;
  await shop.confirmPayment(unreported.paymentId, await shop.createCardToken());
  await shop.settlePayments();
  loseCalls();
  await shop.confirmPayment(lost.paymentId, await shop.createCardToken());
  restoreConnection();
  shop.clock.advance(MINUTE_MS);
  const before = await Promise.all([unreported, lost, expired].map(({ orderId }) => getPaymentState(shop.db, orderId)));
  const discrepancies = await reconcile(shop.app, { dryRun: true });
  expect(discrepancies.map(({ finding, orderId }) => [finding, orderId])).toEqual([
    ["attempt_not_confirmed", lost.orderId],
    ["result_not_reported", unreported.orderId],
    ["order_expired", expired.orderId],
  ]);
  expect(
    await Promise.all([unreported, lost, expired].map(({ orderId }) => getPaymentState(shop.db, orderId))),
  ).toEqual(before);
  expect(await listCorrections()).toEqual([]);
});

it("finds no discrepancies if there are none", async () => {
  const { paymentId } = await createUnpaidOrder(shop.db);
  await createUnpaidOrder(shop.db);
  await shop.confirmPayment(paymentId, await shop.createCardToken());
  await shop.settlePayments();
  shop.clock.advance(2 * MINUTE_MS);
  expect(await reconcile(shop.app, { dryRun: true })).toEqual([]);
});
