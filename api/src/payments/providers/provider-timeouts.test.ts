import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openTestShop, type TestShop } from "../../../test/harness.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { openStripeServer } from "../../../test/stripe-server.ts";
import { openYookassaServer } from "../../../test/yookassa-server.ts";
import type { ProviderName } from "../../platform/config.ts";
import { transitionOrder } from "../../orders/status/transition-order.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { waitForBackgroundTasks } from "../background-tasks.ts";
import { createUnpaidOrder, getPaymentState } from "../fixtures.ts";
import { refundRemainingAmount } from "../refunds/full-refund.ts";
import { reconcile } from "../jobs.ts";

const TIMEOUT_MS = 250;
const MINUTE_MS = 60_000;
const timeoutEnv = { PAYMENT_TIMEOUT_MS: String(TIMEOUT_MS) };

/** A shop with one provider, which is a server of the tests. */
type ProviderSetup = {
  shop: TestShop;
  orderOptions: { provider: ProviderName; totalMinor: number; currency: string };
  /** Makes the provider keep connections open without ever responding. */
  setSilent: (isSilent: boolean) => void;
  confirm: (paymentId: string) => Promise<{ status: number; body: { code: string } }>;
  /** The shopper pays at the provider; the shop receives no webhook. */
  payAtProvider: () => void | Promise<void>;
  countRefunds: () => number | Promise<number>;
  /** State of an attempt that the provider never received, after the provider was asked about it. */
  recoveredState: string;
};

async function setUpYookassa(): Promise<ProviderSetup> {
  const SECRET_KEY = "test_AbCdEfGhIjKlMnOpQrStUv";
  const server = await openYookassaServer("100500", SECRET_KEY);
  const providerEnv = { PAYMENT_PROVIDERS: "yookassa", YOOKASSA_SHOP_ID: "100500", YOOKASSA_SECRET_KEY: SECRET_KEY };
  const shop = await openTestShop({ fetch: server.fetch, env: { ...timeoutEnv, ...providerEnv } });
  return {
    shop,
    orderOptions: { provider: "yookassa", totalMinor: 150_000, currency: "RUB" },
    setSilent: (isSilent) => void (server.network.isSilent = isSilent),
    confirm: (id) => shop.request("POST", `/v1/payments/${id}/confirm`, { body: {}, key: randomUUID() }),
    payAtProvider: () => void server.endPayment([...server.payments.keys()].at(-1) ?? "", "succeeded"),
    countRefunds: () => server.refunds.size,
    recoveredState: "challenge",
  };
}

async function setUpStripe(): Promise<ProviderSetup> {
  const SECRET_KEY = "sk_test_51AbCdEfGhIjKl";
  const server = await openStripeServer(SECRET_KEY);
  const providerEnv = {
    PAYMENT_PROVIDERS: "stripe",
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: "whsec_aSecretOfTheTests",
  };
  const shop = await openTestShop({ fetch: server.fetch, env: { ...timeoutEnv, ...providerEnv } });
  return {
    shop,
    orderOptions: { provider: "stripe", totalMinor: 4250, currency: "USD" },
    setSilent: (isSilent) => void (server.network.isSilent = isSilent),
    confirm: (id) => shop.request("POST", `/v1/payments/${id}/confirm`, { body: {}, key: randomUUID() }),
    payAtProvider: () => void server.endSession([...server.sessions.keys()].at(-1) ?? "", "paid"),
    countRefunds: () => server.refunds.size,
    recoveredState: "challenge",
  };
}

async function setUpSandbox(): Promise<ProviderSetup> {
  const shop = await openPaymentTestShop(undefined, timeoutEnv);
  return {
    shop,
    orderOptions: { provider: "sandbox", totalMinor: 150_000, currency: "RUB" },
    setSilent: (isSilent) => {
      shop.network.shouldDeliver = !isSilent;
      shop.network.interceptGatewayCall = isSilent ? neverRespond : (request, pass) => pass(request);
    },
    confirm: async (id) => shop.confirmPayment(id, await shop.createCardToken()),
    payAtProvider: async () => {
      shop.network.shouldDeliver = false;
      await shop.settlePayments();
    },
    countRefunds: async () => {
      const { rows } = await shop.pool.query("select from sandbox_gateway.refunds");
      return rows.length;
    },
    recoveredState: "failed: never_reached",
  };
}

/** A garbage-collected request is never aborted, so requests are referenced until they are. */
const pendingRequests = new Set<Request>();

/** Returns a response that never arrives, until the caller aborts its request. */
function neverRespond(request: Request): Promise<never> {
  pendingRequests.add(request);
  return new Promise((_, reject) => {
    request.signal.addEventListener("abort", () => {
      pendingRequests.delete(request);
      reject(request.signal.reason as Error);
    });
  });
}

const setups: [string, ProviderSetup][] = [
  ["YooKassa", await setUpYookassa()],
  ["Stripe", await setUpStripe()],
  ["the sandbox gateway", await setUpSandbox()],
];

describe.each(setups)("%s that never responds", (_name, setup) => {
  const { shop, orderOptions, setSilent } = setup;
  const runReconciliation = () => reconcile(shop.app, { dryRun: false });
  /** A call to the silent provider times out by itself, with an error in the log and no other effect. */
  const whileSilent = async <T>(callback: () => Promise<T>): Promise<T> => {
    setSilent(true);
    const result = await callback();
    await waitForBackgroundTasks();
    expect(shop.errors.length).toBeGreaterThan(0);
    shop.errors.length = 0;
    setSilent(false);
    return result;
  };

  it("when a payment is started, leaves an attempt that is looked up later", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db, orderOptions);
    const { status, body } = await whileSilent(() => setup.confirm(paymentId));
    expect([status, body.code]).toEqual([503, "gateway_unavailable"]);
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({ order: "awaiting_payment", attempts: ["pending"] });
    shop.clock.advance(MINUTE_MS);
    await runReconciliation();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "awaiting_payment",
      attempts: [setup.recoveredState],
    });
  });

  it("when a payment is read, is asked again later", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db, orderOptions);
    await setup.confirm(paymentId);
    await setup.payAtProvider();
    shop.clock.advance(MINUTE_MS);
    await whileSilent(runReconciliation);
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({ order: "awaiting_payment" });
    await runReconciliation();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({ order: "paid", payments: ["success"] });
  });

  it("when a payment is canceled, does not block the order from expiring", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db, orderOptions);
    await setup.confirm(paymentId);
    shop.clock.advance(70 * MINUTE_MS);
    await whileSilent(runReconciliation);
    await runReconciliation();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "cancelled",
      payments: ["cancelled"],
      refunds: [],
    });
  });

  it("when money is refunded, is asked for the same refund again", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db, orderOptions);
    await setup.confirm(paymentId);
    await setup.payAtProvider();
    shop.clock.advance(MINUTE_MS);
    await runReconciliation();
    const before = await setup.countRefunds();
    await whileSilent(() =>
      withTransaction(shop.db, async (tx) => {
        await transitionOrder(shop.app, tx, orderId, "cancelled", { now: shop.clock.now() });
        await refundRemainingAmount(shop.app, tx, orderId, "order_cancelled");
      }),
    );
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "cancelled",
      refunds: [{ status: "pending" }],
    });
    expect(await setup.countRefunds()).toBe(before);
    await runReconciliation();
    await runReconciliation();
    expect(await setup.countRefunds()).toBe(before + 1);
  });
});
