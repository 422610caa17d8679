import { createHmac } from "node:crypto";
import { openTestShop } from "../../api/test/harness.ts";
import { buildGateway } from "../src/app.ts";
import { openGateway } from "../src/gateway.ts";
import type { Notification, PaymentObject } from "../src/schema.ts";
import { workOff } from "../src/work.ts";

export const SECRET = "a-secret-of-the-test-gateway";
export const NOTIFICATION_URL = "http://shop.test/v1/webhooks/sandbox";

export const goodCard = { number: "4242 4242 4242 4242", expiry: "12/30", cvc: "123", holder: "ANNA IVANOVA" };
export const declinedCard = { ...goodCard, number: "4000 0000 0000 0002" };

/** What the gateway answers or tells: a token, a payment or a refund, an event, a refusal. */
type Body = Pick<PaymentObject, "id" | "status" | "amount"> &
  Pick<Notification, "event"> & {
    token: string;
    type: string;
    code: string;
    parameter: string;
    errors: Record<string, string[]>;
  };
type Told = { headers: Headers; raw: string; body: Body };

/** The gateway on a database of its own, its clock in hand, and a shop that takes what it is told. */
export async function openTestGateway() {
  const { pool, clock, house, db } = await openTestShop();
  const told: Told[] = [];
  const shop = {
    /** What the shop answers to the next notifications. */
    answers: (): number | Promise<number> => 200,
  };
  const gateway = openGateway({
    pool,
    clock,
    log: house.log,
    shop: { id: "furoshiki", secret: SECRET, notificationUrl: NOTIFICATION_URL, origin: "http://shop.test" },
    address: "http://gateway.test/sandbox-gateway",
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const raw = await request.text();
      told.push({ headers: request.headers, raw, body: JSON.parse(raw) });
      return new Response("ok", { status: await shop.answers() });
    },
  });
  const app = buildGateway(gateway);

  const send = async (path: string, init: RequestInit): Promise<{ status: number; body: Body }> => {
    const response = await app.request(path, init);
    return { status: response.status, body: await response.json() };
  };
  const basic = (secret: string) => `Basic ${Buffer.from(`furoshiki:${secret}`).toString("base64")}`;
  const json = { "content-type": "application/json" };

  return {
    gateway,
    pool,
    db,
    clock,
    told,
    shop,
    send,
    /** A page, as a browser asks for it. */
    visit: async (path: string, init: RequestInit = {}) => app.request(path, init),
    /** A call of a browser. */
    browse: (path: string, body: unknown) => send(path, { method: "POST", headers: json, body: JSON.stringify(body) }),
    /** A call of the shop. */
    call: (
      method: "GET" | "POST",
      path: string,
      { body, key, secret = SECRET }: { body?: unknown; key?: string; secret?: string } = {},
    ) =>
      send(path, {
        method,
        headers: { ...json, authorization: basic(secret), ...(key ? { "idempotence-key": key } : {}) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    /** Lets the moment pass that the gateway takes to decide, then decides and tells. */
    settle: async () => {
      clock.advance(1000);
      await workOff(gateway);
    },
  };
}

export type TestGateway = Awaited<ReturnType<typeof openTestGateway>>;

export async function tokenFor(world: TestGateway, card: object = goodCard): Promise<string> {
  const { body } = await world.browse("/tokens", card);
  return body.token;
}

export function aPayment(token: string, more: object = {}): object {
  return {
    amount: { value: "1500.00", currency: "RUB" },
    payment_token: token,
    description: "Order 100000001",
    metadata: { attempt_id: "a1", order_id: "100000001" },
    ...more,
  };
}

/** What the signature must be, computed the way the protocol is described to the shop. */
export function expectedSignature(timestamp: string, raw: string): string {
  const key = createHmac("sha256", SECRET).update("notifications").digest();
  return `sha256=${createHmac("sha256", key).update(`${timestamp}.${raw}`).digest("hex")}`;
}
