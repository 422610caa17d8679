import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { type Config, getLocalOrigin } from "../../platform/config.ts";
import { loadInstallationSecret } from "../../platform/crypto/installation-secret.ts";
import type {
  ConfirmResult,
  PaymentProvider,
  PaymentRequest,
  ProviderPayment,
  ProviderRefund,
} from "../../platform/payment-provider.ts";
import {
  createProviderClient,
  parseWebhookBody,
  type ProviderClient,
  type ProviderServices,
} from "./provider-client.ts";
import { createMetadata, describePayment, getEventSubject, parseMetadata } from "./provider-payments.ts";

/** The name by which the sandbox gateway knows this store. */
export const SANDBOX_SHOP_ID = "furoshiki";
const GATEWAY_PATH = "/sandbox-gateway";
const WEBHOOK_TOLERANCE_SECONDS = 5 * 60;

const amount = z.object({ value: z.string(), currency: z.string() });
const paymentResponse = z.object({
  id: z.string(),
  status: z.enum(["pending", "succeeded", "canceled"]),
  amount,
  metadata: z.record(z.string(), z.string()),
  cancellation_details: z.object({ reason: z.string() }).optional(),
  confirmation: z.object({ confirmation_url: z.url() }).optional(),
});
const refundResponse = z.object({
  id: z.string(),
  status: z.enum(["pending", "succeeded"]),
  metadata: z.record(z.string(), z.string()),
});
const errorResponse = z.object({ code: z.string(), parameter: z.string().optional() });
const webhookBody = z.looseObject({ id: z.string().min(1).max(100) });

/**
 * Returns the credentials and URLs by which the sandbox gateway knows this shop; the gateway is started with the same
 * values.
 */
export function getSandboxCredentials(config: Config): {
  id: string;
  secret: string;
  notificationUrl: string;
  origin: string;
} {
  const ownOrigin = config.role === "gateway" ? config.publicUrl : getLocalOrigin(config.host, config.port);
  return {
    id: SANDBOX_SHOP_ID,
    secret: config.gatewaySecret ?? loadInstallationSecret(config.dataDir, "sandbox-gateway"),
    notificationUrl: `${config.apiBaseUrl ?? ownOrigin}/v1/webhooks/sandbox`,
    origin: config.publicUrl,
  };
}

/** Returns the URL at which browsers reach the sandbox gateway. */
export function getGatewayPublicUrl({ gatewayUrl, role, host, port, publicUrl }: Config): string {
  return `${gatewayUrl ?? (role === "gateway" ? getLocalOrigin(host, port) : publicUrl)}${GATEWAY_PATH}`;
}

/** The payment provider for the sandbox gateway, which it calls over HTTP only. */
export function createSandboxProvider(services: ProviderServices): PaymentProvider {
  const { config } = services;
  const credentials = getSandboxCredentials(config);
  const client = createProviderClient(services, "sandbox", {
    baseUrl: `${config.gatewayUrl ?? getLocalOrigin(config.host, config.port)}${GATEWAY_PATH}`,
    getCredentials: () => [credentials.id, credentials.secret],
  });

  async function readPayment(path: string): Promise<ProviderPayment | null> {
    const payment = await client.get(path, paymentResponse);
    return payment && toProviderPayment(payment);
  }

  return {
    name: "sandbox",
    isTestMode: true,
    // A relative URL if the gateway runs in this process, because browsers may reach the shop at another origin.
    getCardTokensUrl: (method) => (method === "card" ? `${config.gatewayUrl ?? ""}${GATEWAY_PATH}/tokens` : null),

    issuesReceipts: false,

    confirm: (request, cardToken) => confirmPayment(client, request, cardToken),

    recoverPayment: ({ attemptId }) => readPayment(`/payments?idempotence_key=${encodeURIComponent(attemptId)}`),

    getPayment: (ref) => readPayment(`/payments/${encodeURIComponent(ref)}`),

    cancel: async (ref) => {
      const path = `/payments/${encodeURIComponent(ref)}`;
      const response = await client.post(`${path}/cancel`, `cancel-${ref}`);
      return response.status === 200 ? toProviderPayment(client.parse(response, paymentResponse)) : readPayment(path);
    },

    refund: async ({ refundId, ref, amount }) => {
      const body = { payment_id: ref, amount, metadata: { refund_id: refundId } };
      const response = await client.post("/refunds", refundId, body);
      if (response.status === 200) return toProviderRefund(client.parse(response, refundResponse));
      const { status } = response;
      services.log.error("the payment gateway refused a refund", undefined, { refund: refundId, status });
      return null;
    },

    getRefund: async (ref) => {
      const refund = await client.get(`/refunds/${encodeURIComponent(ref)}`, refundResponse);
      return refund && toProviderRefund(refund);
    },

    verifyWebhook: async (headers, body) => {
      const now = services.clock.now();
      if (!hasValidSignature({ headers, body }, credentials.secret, now)) return null;
      const payload = parseWebhookBody(body, webhookBody);
      return { eventId: payload.id, payload };
    },

    getWebhookSubject: getEventSubject,
  };
}

async function confirmPayment(
  client: ProviderClient,
  request: PaymentRequest,
  cardToken: string | null,
): Promise<ConfirmResult> {
  const { attemptId, amount, method, locale, returnUrl } = request;
  const response = await client.post("/payments", attemptId, {
    amount,
    ...(method === "card" ? { payment_token: cardToken } : { payment_method_data: { type: method } }),
    description: describePayment(request),
    metadata: createMetadata(request),
    return_url: returnUrl,
    locale: locale === "ru-RU" ? "ru_RU" : "en_US",
  });
  const error = response.status === 400 ? errorResponse.parse(response.body) : undefined;
  if (error?.code === "idempotence_key_reused") return { outcome: "already_sent" };
  if (error?.parameter === "payment_token") return { outcome: "token_refused" };
  return { outcome: "accepted", payment: toProviderPayment(client.parse(response, paymentResponse)) };
}

function toProviderPayment(response: z.output<typeof paymentResponse>): ProviderPayment {
  return {
    ref: response.id,
    status: response.status,
    amount: response.amount,
    reason: response.cancellation_details?.reason ?? null,
    actionUrl: response.confirmation?.confirmation_url ?? null,
    metadata: parseMetadata(response.metadata),
  };
}

function toProviderRefund(response: z.output<typeof refundResponse>): ProviderRefund {
  return { ref: response.id, status: response.status, refundId: response.metadata["refund_id"] ?? "" };
}

/** Returns whether a webhook was signed with the secret, at most five minutes ago. */
function hasValidSignature({ headers, body }: { headers: Headers; body: Buffer }, secret: string, now: Date): boolean {
  const timestamp = headers.get("gateway-timestamp") ?? "";
  const ageSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || ageSeconds > WEBHOOK_TOLERANCE_SECONDS) return false;
  const signature = /^sha256=([0-9a-f]{64})$/.exec(headers.get("gateway-signature") ?? "")?.[1];
  if (signature === undefined) return false;
  return timingSafeEqual(Buffer.from(signature, "hex"), computeSignature(secret, timestamp, body));
}

/** Computes the HMAC-SHA256 of `timestamp.body`. Its key is the HMAC-SHA256 of "notifications" with the secret. */
function computeSignature(secret: string, timestamp: string, body: Buffer): Buffer {
  const key = createHmac("sha256", secret).update("notifications").digest();
  return createHmac("sha256", key).update(`${timestamp}.`).update(body).digest();
}
