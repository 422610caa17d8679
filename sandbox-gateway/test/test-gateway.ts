import { createHmac } from "node:crypto";
import { openTestShop } from "../../api/test/harness.ts";
import { buildGateway } from "../src/app.ts";
import { openGateway } from "../src/gateway.ts";
import type { Notification, PaymentObject } from "../src/schema.ts";
import { processDueWork } from "../src/worker.ts";

export const SECRET = "a-secret-of-the-test-gateway";
export const NOTIFICATION_URL = "http://shop.test/v1/webhooks/sandbox";

export const goodCard = { number: "4242 4242 4242 4242", expiry: "12/30", cvc: "123", holder: "ANNA IVANOVA" };
export const declinedCard = { ...goodCard, number: "4000 0000 0000 0002" };

/** Any response or notification body of the gateway: a token, payment, refund, event or error. */
type ResponseBody = Pick<PaymentObject, "id" | "status" | "amount"> &
  Pick<Notification, "event"> & {
    token: string;
    type: string;
    code: string;
    parameter: string;
    errors: Record<string, string[]>;
  };
type ReceivedNotification = { headers: Headers; raw: string; body: ResponseBody };

/** Opens a gateway on its own database with a manual clock and a shop that records notifications. */
export async function openTestGateway() {
  const { pool, clock, app: shopApp, db } = await openTestShop();
  const notifications: ReceivedNotification[] = [];
  const shop = {
    /** Returns the status of the shop's response to a notification. */
    respond: (): number | Promise<number> => 200,
  };
  const gateway = openGateway({
    pool,
    clock,
    log: shopApp.log,
    shop: { id: "furoshiki", secret: SECRET, notificationUrl: NOTIFICATION_URL, origin: "http://shop.test" },
    publicUrl: "http://gateway.test/sandbox-gateway",
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const raw = await request.text();
      notifications.push({ headers: request.headers, raw, body: JSON.parse(raw) });
      return new Response("ok", { status: await shop.respond() });
    },
  });
  const app = buildGateway(gateway);

  const send = async (path: string, init: RequestInit): Promise<{ status: number; body: ResponseBody }> => {
    const response = await app.request(path, init);
    return { status: response.status, body: await response.json() };
  };
  const createBasicAuth = (secret: string) => `Basic ${Buffer.from(`furoshiki:${secret}`).toString("base64")}`;
  const jsonHeaders = { "content-type": "application/json" };

  return {
    gateway,
    pool,
    db,
    clock,
    notifications,
    shop,
    send,
    /** Requests a page as a browser. */
    requestPage: async (path: string, init: RequestInit = {}) => app.request(path, init),
    /** Posts JSON as a browser. */
    postFromBrowser: (path: string, body: unknown) =>
      send(path, { method: "POST", headers: jsonHeaders, body: JSON.stringify(body) }),
    /** Calls the merchant API as the shop. */
    callAsShop: (
      method: "GET" | "POST",
      path: string,
      { body, key, secret = SECRET }: { body?: unknown; key?: string; secret?: string } = {},
    ) =>
      send(path, {
        method,
        headers: { ...jsonHeaders, authorization: createBasicAuth(secret), ...(key ? { "idempotence-key": key } : {}) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    /** Advances the clock past the decision delay, then decides payments and sends notifications. */
    settle: async () => {
      clock.advance(1000);
      await processDueWork(gateway);
    },
  };
}

export type TestGateway = Awaited<ReturnType<typeof openTestGateway>>;

/** Creates a card token as the browser does. @returns the token */
export async function createToken(testGateway: TestGateway, card: object = goodCard): Promise<string> {
  const { body } = await testGateway.postFromBrowser("/tokens", card);
  return body.token;
}

/** Creates the body of a payment of 1,500 rubles, with other fields if `overrides` has them. */
export function createPaymentBody(token: string, overrides: object = {}): object {
  return {
    amount: { value: "1500.00", currency: "RUB" },
    payment_token: token,
    description: "Order 100000001",
    metadata: { attempt_id: "a1", order_id: "100000001" },
    ...overrides,
  };
}

/** Computes the expected signature independently, as documented for shops. */
export function computeExpectedSignature(timestamp: string, raw: string): string {
  const key = createHmac("sha256", SECRET).update("notifications").digest();
  return `sha256=${createHmac("sha256", key).update(`${timestamp}.${raw}`).digest("hex")}`;
}
