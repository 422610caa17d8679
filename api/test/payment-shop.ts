import { randomUUID } from "node:crypto";
import { beforeEach } from "vitest";
import { buildGateway } from "../../sandbox-gateway/src/app.ts";
import { type Gateway, openGateway } from "../../sandbox-gateway/src/gateway.ts";
import { computeSignature } from "../../sandbox-gateway/src/notifications.ts";
import { processDueWork } from "../../sandbox-gateway/src/worker.ts";
import { waitForBackgroundTasks } from "../src/payments/background-tasks.ts";
import { getGatewayPublicUrl, getSandboxCredentials } from "../src/payments/providers/sandbox.ts";
import { openTestShop, type TestShop } from "./harness.ts";

export const validCard = { number: "4242 4242 4242 4242", expiry: "12/30", cvc: "123", holder: "ANNA IVANOVA" };
export const declinedCard = { ...validCard, number: "4000 0000 0000 0002" };

/** A webhook request of the gateway: the exact body and headers. */
export type WebhookRequest = { headers: Record<string, string>; raw: string };

type GatewayApp = ReturnType<typeof buildGateway>;
type ForwardCall = (request: Request) => Promise<Response>;

/** A working connection between store and gateway, without recorded webhooks. */
const createNetwork = () => ({
  /** Calls of the store to the gateway pass through this function. */
  interceptGatewayCall: (request: Request, forward: ForwardCall): Promise<Response> => forward(request),
  /** If false, webhooks are recorded in `sent` but not delivered. */
  shouldDeliver: true,
  sent: [] as WebhookRequest[],
});

type Network = ReturnType<typeof createNetwork>;

/**
 * Opens a test store with the real sandbox gateway, both in process and on one clock. `network` is the connection
 * between them, which a test can interrupt or inspect; it works again before each test.
 * @param onLog receives every log line
 * @param env additional environment variables of the store
 */
export async function openPaymentTestShop(onLog?: (line: unknown) => void, env: Record<string, string> = {}) {
  const network = createNetwork();
  beforeEach(() => void Object.assign(network, createNetwork()));
  const shop = await openTestShop({
    env,
    ...(onLog ? { onLog } : {}),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith("/sandbox-gateway/")) throw new Error(`unplanned network call to ${request.url}`);
      return network.interceptGatewayCall(request, (forwarded) => callGateway(gatewayApp, forwarded));
    },
  });
  const deliverWebhook = ({ raw, headers }: WebhookRequest) =>
    shop.request("POST", "/v1/webhooks/sandbox", { body: raw, headers });
  const gateway = openTestGateway(shop, network, deliverWebhook);
  const gatewayApp = buildGateway(gateway);
  return { ...shop, gateway, network, deliverWebhook, ...createPaymentActions(shop, gateway, gatewayApp) };
}

/** Opens the gateway of a test store on its database and clock; its webhooks pass through the network. */
function openTestGateway(
  shop: TestShop,
  network: Network,
  deliverWebhook: (request: WebhookRequest) => Promise<{ status: number }>,
): Gateway {
  return openGateway({
    pool: shop.pool,
    clock: shop.clock,
    log: shop.app.log,
    shop: getSandboxCredentials(shop.app.config),
    publicUrl: getGatewayPublicUrl(shop.app.config),
    fetch: async (_input, init) => {
      const raw = await new Response(init?.body).text();
      const webhookRequest = { headers: Object.fromEntries(new Headers(init?.headers)), raw };
      network.sent.push(webhookRequest);
      if (!network.shouldDeliver) return new Response(null, { status: 503 });
      return new Response(null, { status: (await deliverWebhook(webhookRequest)).status });
    },
  });
}

/** Calls the gateway in process with a request to the path under which the store knows it. */
async function callGateway(gatewayApp: GatewayApp, request: Request): Promise<Response> {
  const { method, headers } = request;
  const body = method === "GET" ? null : await request.text();
  return gatewayApp.fetch(new Request(request.url.replace("/sandbox-gateway", ""), { method, headers, body }));
}

/** What browsers, banks and the gateway do during a payment. */
function createPaymentActions(shop: TestShop, gateway: Gateway, gatewayApp: GatewayApp) {
  return {
    /**
     * Creates a correctly signed webhook request; an object is sent as JSON, a string unchanged.
     * @param timestamp in seconds
     */
    createSignedWebhook: (body: object | string, timestamp = Math.floor(shop.clock.now().getTime() / 1000)) =>
      signWebhook(gateway.shop.secret, typeof body === "string" ? body : JSON.stringify(body), timestamp),
    /** Creates a token for a card, like the browser does. */
    createCardToken: async (card: object = validCard): Promise<string> => {
      const headers = { "content-type": "application/json" };
      const response = await gatewayApp.request("/tokens", { method: "POST", headers, body: JSON.stringify(card) });
      return ((await response.json()) as { token: string }).token;
    },
    /** Submits the bank's confirmation page (3-D Secure). */
    answerChallenge: async (url: string, answer: string) =>
      gatewayApp.request(new URL(url).pathname.replace("/sandbox-gateway", ""), {
        method: "POST",
        body: new URLSearchParams({ answer }),
      }),
    confirmPayment: (paymentId: string, token: string, key: string = randomUUID()) =>
      shop.request("POST", `/v1/payments/${paymentId}/confirm`, { body: { card_token: token }, key }),
    /** Lets the gateway process payments and send webhooks, and the store handle them. */
    settlePayments: async () => {
      shop.clock.advance(1000);
      await processDueWork(gateway);
      await waitForBackgroundTasks();
    },
  };
}

function signWebhook(secret: string, raw: string, timestamp: number): WebhookRequest {
  return {
    raw,
    headers: {
      "gateway-timestamp": String(timestamp),
      "gateway-signature": `sha256=${computeSignature(secret, timestamp, raw)}`,
    },
  };
}
