import { randomUUID } from "node:crypto";
import { buildGateway } from "../../gateway/src/app.ts";
import { openGateway } from "../../gateway/src/gateway.ts";
import { signature } from "../../gateway/src/notifications.ts";
import { workOff } from "../../gateway/src/work.ts";
import { paymentsAtRest } from "../src/payments/background.ts";
import { gatewayAddress, sandboxShop } from "../src/payments/sandbox.ts";
import { openTestShop } from "./harness.ts";

export const goodCard = { number: "4242 4242 4242 4242", expiry: "12/30", cvc: "123", holder: "ANNA IVANOVA" };
export const declinedCard = { ...goodCard, number: "4000 0000 0000 0002" };

/** A notification as the gateway sends it: the very bytes and their headers. */
export type Sent = { headers: Record<string, string>; raw: string };

/**
 * A shop with the real sandbox gateway behind its way out, both in process, on one clock.
 * `line` is the wire between them, which a test may cut or listen to.
 */
/** @param told hears every line of the log. */
export async function openPayingShop(told?: (line: unknown) => void, env: Record<string, string> = {}) {
  const line = {
    /** Calls that the shop makes to the gateway pass through here. */
    toGateway: (request: Request, pass: (request: Request) => Promise<Response>): Promise<Response> => pass(request),
    /** False: the gateway's notifications are kept in `sent` and reach nobody. */
    delivers: true,
    sent: [] as Sent[],
  };
  const shop = await openTestShop({
    env,
    ...(told ? { told } : {}),
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
    address: gatewayAddress(shop.house.config),
    fetch: async (_input, init) => {
      const raw = await new Response(init?.body).text();
      const sent = { headers: Object.fromEntries(new Headers(init?.headers)), raw };
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
    /** The bank's page, answered by the shopper. */
    answerChallenge: async (url: string, answer: string) =>
      app.request(new URL(url).pathname.replace("/sandbox-gateway", ""), {
        method: "POST",
        body: new URLSearchParams({ answer }),
      }),
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
