import { randomInt, randomUUID } from "node:crypto";
import { buildGateway } from "../../../gateway/src/app.ts";
import { openGateway } from "../../../gateway/src/gateway.ts";
import { signature } from "../../../gateway/src/notifications.ts";
import { workOff } from "../../../gateway/src/work.ts";
import { openTestShop, TEST_NOW } from "../../test/harness.ts";
import { aCustomer } from "../account/fixtures.ts";
import { aDeliverableWorld } from "../delivery/fixtures.ts";
import { type Db, withTransaction } from "../platform/db.ts";
import { paymentsAtRest } from "./background.ts";
import { sandboxShop } from "./sandbox.ts";
import { createPayment } from "./service.ts";

export const goodCard = { number: "4242 4242 4242 4242", expiry: "12/30", cvc: "123", holder: "ANNA IVANOVA" };
export const declinedCard = { ...goodCard, number: "4000 0000 0000 0002" };

/** A notification as the gateway sends it: the very bytes and their headers. */
export type Sent = { headers: Record<string, string>; raw: string };

/**
 * A shop with the real sandbox gateway behind its way out, both in process, on one clock.
 * `line` is the wire between them, which a test may cut or listen to.
 */
export async function openPayingShop() {
  const line = {
    /** Calls that the shop makes to the gateway pass through here. */
    toGateway: (request: Request, pass: (request: Request) => Promise<Response>): Promise<Response> => pass(request),
    /** False: the gateway's notifications are kept in `sent` and reach nobody. */
    delivers: true,
    sent: [] as Sent[],
  };
  const shop = await openTestShop({
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith("/sandbox-gateway/")) throw new Error(`unplanned network call to ${request.url}`);
      return line.toGateway(request, async (passed) => {
        const url = passed.url.replace("/sandbox-gateway", "");
        const body = passed.method === "GET" ? null : await passed.text();
        return app.fetch(new Request(url, { method: passed.method, headers: passed.headers, body }));
      });
    },
  });
  const gateway = openGateway({
    pool: shop.pool,
    clock: shop.clock,
    log: shop.house.log,
    shop: sandboxShop(shop.house.config),
    fetch: async (_input, init) => {
      const sent = { headers: Object.fromEntries(new Headers(init?.headers)), raw: String(init?.body) };
      line.sent.push(sent);
      if (!line.delivers) return new Response(null, { status: 503 });
      return new Response(null, { status: (await deliver(sent)).status });
    },
  });
  const app = buildGateway(gateway);
  const deliver = ({ raw, headers }: Sent) => shop.ask("POST", "/v1/webhooks/sandbox", { body: raw, headers });

  return {
    ...shop,
    gateway,
    line,
    deliver,
    /** A notification that nobody sent, rightly signed: an object is sent as JSON, a string as it is. */
    signed: (body: object | string, timestamp = Math.floor(shop.clock.now().getTime() / 1000)): Sent => {
      const raw = typeof body === "string" ? body : JSON.stringify(body);
      const { secret } = gateway.shop;
      return {
        raw,
        headers: {
          "gateway-timestamp": String(timestamp),
          "gateway-signature": `sha256=${signature(secret, timestamp, raw)}`,
        },
      };
    },
    /** A token for a card, as the browser gets it. */
    tokenFor: async (card: object = goodCard): Promise<string> => {
      const headers = { "content-type": "application/json" };
      const response = await app.request("/tokens", { method: "POST", headers, body: JSON.stringify(card) });
      return ((await response.json()) as { token: string }).token;
    },
    confirm: (paymentId: string, token: string, key: string = randomUUID()) =>
      shop.ask("POST", `/v1/payments/${paymentId}/confirm`, { body: { card_token: token }, key }),
    /** Lets the gateway decide and tell, and the shop act on what it was told. */
    settle: async () => {
      shop.clock.advance(1000);
      await workOff(gateway);
      await paymentsAtRest();
    },
  };
}

/** An order that waits for its money, with its payment. Goods do not matter here, so it has no lines. */
export async function anUnpaidOrder(
  db: Db,
  own: { totalMinor?: number; currency?: string; payUntil?: Date } = {},
): Promise<{ orderId: number; paymentId: string; token: string }> {
  const { totalMinor = 150_000, currency = "RUB", payUntil = new Date(TEST_NOW.getTime() + 60 * 60_000) } = own;
  const { id: customerId, token } = await aCustomer(db);
  await aDeliverableWorld(db);
  const orderId = randomInt(100_000_000, 1_000_000_000);
  const paymentId = await withTransaction(db, async (tx) => {
    await tx
      .insertInto("orders")
      .values({
        id: orderId,
        customer_id: customerId,
        status: "awaiting_payment",
        locale: "ru-RU",
        currency,
        rub_per_unit: "1",
        products_minor: totalMinor,
        delivery_minor: 0,
        total_minor: totalMinor,
        products_rub_minor: totalMinor,
        address: JSON.stringify({ country: "RU" }),
        shipping_method_id: 1,
        shipping_name: "EMS",
        payment_method: "card",
        weight_g: 500,
        placed_at: TEST_NOW,
        pay_until: payUntil,
      })
      .execute();
    await tx
      .insertInto("order_history")
      .values({ order_id: orderId, status: "awaiting_payment", at: TEST_NOW })
      .execute();
    return (await createPayment(tx, { id: orderId, totalMinor, currency, payUntil, method: "card" })).id;
  });
  return { orderId, paymentId, token };
}

/** How everything stands that a payment moves. */
export async function standing(db: Db, orderId: number) {
  const [order, payments, attempts, history, refunds] = await Promise.all([
    db.selectFrom("orders").select("status").where("id", "=", orderId).executeTakeFirstOrThrow(),
    db.selectFrom("payments").select(["id", "status"]).where("order_id", "=", orderId).orderBy("created_at").execute(),
    db
      .selectFrom("payment_attempts as a")
      .innerJoin("payments as p", "p.id", "a.payment_id")
      .select(["a.status", "a.decline_reason"])
      .where("p.order_id", "=", orderId)
      .orderBy("a.created_at")
      .execute(),
    db.selectFrom("order_history").select("status").where("order_id", "=", orderId).orderBy("id").execute(),
    db
      .selectFrom("refunds as r")
      .innerJoin("payments as p", "p.id", "r.payment_id")
      .select(["r.status", "r.reason", "r.amount_minor"])
      .where("p.order_id", "=", orderId)
      .execute(),
  ]);
  return {
    order: order.status,
    payments: payments.map((payment) => payment.status),
    attempts: attempts.map((attempt) => [attempt.status, attempt.decline_reason].filter(Boolean).join(": ")),
    history: history.map((step) => step.status),
    refunds,
  };
}
