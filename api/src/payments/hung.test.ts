import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openTestShop, type TestShop } from "../../test/harness.ts";
import { openPayingShop } from "../../test/paying-shop.ts";
import { openStripeServer } from "../../test/stripe-server.ts";
import { openYookassaServer } from "../../test/yookassa-server.ts";
import type { ProviderName } from "../platform/config.ts";
import { moveOrder } from "../orders/service.ts";
import { withTransaction } from "../platform/db.ts";
import { paymentsAtRest } from "./background.ts";
import { anUnpaidOrder, standing } from "./fixtures.ts";
import { giveMoneyBack } from "./give-back.ts";
import { reconcile } from "./jobs.ts";

const ANSWER_MS = 250;
const MINUTE = 60_000;
const env = { PAYMENT_ANSWER_MS: String(ANSWER_MS) };

/** A shop and its provider, of which this test needs to know little. */
type Side = {
  shop: TestShop;
  own: { provider: ProviderName; totalMinor: number; currency: string };
  /** The provider keeps the line open and never says a word. */
  fallSilent: (isSilent: boolean) => void;
  confirm: (paymentId: string) => Promise<{ status: number; body: { code: string } }>;
  /** The shopper pays there; no news of it reaches the shop. */
  pay: () => void | Promise<void>;
  refunds: () => number | Promise<number>;
  /** How the attempt stands that the provider never got, once it was asked about. */
  recovered: string;
};

async function yookassaSide(): Promise<Side> {
  const SECRET_KEY = "test_AbCdEfGhIjKlMnOpQrStUv";
  const server = await openYookassaServer("100500", SECRET_KEY);
  const keys = { PAYMENT_PROVIDERS: "yookassa", YOOKASSA_SHOP_ID: "100500", YOOKASSA_SECRET_KEY: SECRET_KEY };
  const shop = await openTestShop({ fetch: server.fetch, env: { ...env, ...keys } });
  return {
    shop,
    own: { provider: "yookassa", totalMinor: 150_000, currency: "RUB" },
    fallSilent: (isSilent) => void (server.line.isSilent = isSilent),
    confirm: (id) => shop.ask("POST", `/v1/payments/${id}/confirm`, { body: {}, key: randomUUID() }),
    pay: () => void server.end([...server.payments.keys()].at(-1) ?? "", "succeeded"),
    refunds: () => server.refunds.size,
    recovered: "challenge",
  };
}

async function stripeSide(): Promise<Side> {
  const SECRET_KEY = "sk_test_51AbCdEfGhIjKl";
  const server = await openStripeServer(SECRET_KEY);
  const keys = {
    PAYMENT_PROVIDERS: "stripe",
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: "whsec_aSecretOfTheTests",
  };
  const shop = await openTestShop({ fetch: server.fetch, env: { ...env, ...keys } });
  return {
    shop,
    own: { provider: "stripe", totalMinor: 4250, currency: "USD" },
    fallSilent: (isSilent) => void (server.line.isSilent = isSilent),
    confirm: (id) => shop.ask("POST", `/v1/payments/${id}/confirm`, { body: {}, key: randomUUID() }),
    pay: () => void server.end([...server.sessions.keys()].at(-1) ?? "", "paid"),
    refunds: () => server.refunds.size,
    recovered: "challenge",
  };
}

async function sandboxSide(): Promise<Side> {
  const shop = await openPayingShop(undefined, env);
  return {
    shop,
    own: { provider: "sandbox", totalMinor: 150_000, currency: "RUB" },
    fallSilent: (isSilent) => {
      shop.line.delivers = !isSilent;
      shop.line.toGateway = isSilent ? silence : (request, pass) => pass(request);
    },
    confirm: async (id) => shop.confirm(id, await shop.tokenFor()),
    pay: async () => {
      shop.line.delivers = false;
      await shop.settle();
    },
    refunds: async () => {
      const { rows } = await shop.pool.query("select from sandbox_gateway.refunds");
      return rows.length;
    },
    recovered: "failed: never_reached",
  };
}

/** A request whose object is collected as garbage is never aborted: these are referenced until they are. */
const unanswered = new Set<Request>();

/** An answer that never comes, until the caller aborts its request. */
function silence(request: Request): Promise<never> {
  unanswered.add(request);
  return new Promise((_, reject) => {
    request.signal.addEventListener("abort", () => {
      unanswered.delete(request);
      reject(request.signal.reason as Error);
    });
  });
}

const sides: [string, Side][] = [
  ["YooKassa", await yookassaSide()],
  ["Stripe", await stripeSide()],
  ["the sandbox gateway", await sandboxSide()],
];

describe.each(sides)("%s that never answers", (_name, side) => {
  const { shop, own, fallSilent } = side;
  const mend = () => reconcile(shop.house, { dryRun: false });
  /** What is asked of a silent provider ends by itself, with the error in the log and nothing else. */
  const inSilence = async <T>(work: () => Promise<T>): Promise<T> => {
    fallSilent(true);
    const result = await work();
    await paymentsAtRest();
    expect(shop.errors.length).toBeGreaterThan(0);
    shop.errors.length = 0;
    fallSilent(false);
    return result;
  };

  it("when a payment is begun leaves an attempt that is asked about later", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db, own);
    const { status, body } = await inSilence(() => side.confirm(paymentId));
    expect([status, body.code]).toEqual([503, "gateway_unavailable"]);
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "awaiting_payment", attempts: ["pending"] });
    shop.clock.advance(MINUTE);
    await mend();
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "awaiting_payment", attempts: [side.recovered] });
  });

  it("when it is asked how a payment stands is asked again", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db, own);
    await side.confirm(paymentId);
    await side.pay();
    shop.clock.advance(MINUTE);
    await inSilence(mend);
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "awaiting_payment" });
    await mend();
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "paid", payments: ["success"] });
  });

  it("when a payment is called off does not keep the order from its end", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db, own);
    await side.confirm(paymentId);
    shop.clock.advance(70 * MINUTE);
    await inSilence(mend);
    await mend();
    expect(await standing(shop.db, orderId)).toMatchObject({
      order: "cancelled",
      payments: ["cancelled"],
      refunds: [],
    });
  });

  it("when money goes back is asked for the same refund again", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db, own);
    await side.confirm(paymentId);
    await side.pay();
    shop.clock.advance(MINUTE);
    await mend();
    const before = await side.refunds();
    await inSilence(() =>
      withTransaction(shop.db, async (tx) => {
        await moveOrder(tx, orderId, "cancelled", { now: shop.clock.now() });
        await giveMoneyBack(shop.house, tx, orderId, "order_cancelled");
      }),
    );
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "cancelled", refunds: [{ status: "pending" }] });
    expect(await side.refunds()).toBe(before);
    await mend();
    await mend();
    expect(await side.refunds()).toBe(before + 1);
  });
});
