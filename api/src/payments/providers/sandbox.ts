import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { type Config, getLocalOrigin } from "../../platform/config.ts";
import { loadInstallationSecret } from "../../platform/crypto/installation-secret.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import {
  callProvider,
  createBasicAuth,
  parseWebhookBody,
  type ProviderResponse,
  type ProviderServices,
  parseResponse,
} from "./provider-http.ts";
import type { PaymentProvider, ProviderPayment, ProviderRefund } from "../../platform/payment-provider.ts";

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
const webhookPayload = z.object({ event: z.string(), object: z.object({ id: z.string() }) });

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
    id: "furoshiki",
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
  const baseUrl = `${config.gatewayUrl ?? getLocalOrigin(config.host, config.port)}${GATEWAY_PATH}`;

  async function readObject<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
    const response = await callGateway("GET", path);
    return response.status === 404 ? null : parseResponse(services, "sandbox", response, schema);
  }

  function callGateway(
    method: "GET" | "POST",
    path: string,
    options?: { key: string; body?: object },
  ): Promise<ProviderResponse> {
    return callProvider(services, "sandbox", {
      method,
      url: `${baseUrl}${path}`,
      authorization: createBasicAuth(credentials.id, credentials.secret),
      ...(options ? { idempotencyKey: options.key } : {}),
      ...(options?.body ? { body: options.body } : {}),
    });
  }

  return {
    name: "sandbox",
    isTestMode: true,
    // A relative URL if the gateway runs in this process, because browsers may reach the shop at another origin.
    getCardTokensUrl: (method) => (method === "card" ? `${config.gatewayUrl ?? ""}${GATEWAY_PATH}/tokens` : null),

    issuesReceipts: false,

    confirm: async ({ attemptId, paymentId, orderId, amount, method, locale, returnUrl }, cardToken) => {
      const response = await callGateway("POST", "/payments", {
        key: attemptId,
        body: {
          amount,
          ...(method === "card" ? { payment_token: cardToken } : { payment_method_data: { type: method } }),
          description: `${locale === "ru-RU" ? "Заказ" : "Order"} ${orderId}`,
          metadata: { attempt_id: attemptId, payment_id: paymentId, order_id: String(orderId) },
          return_url: returnUrl,
          locale: locale === "ru-RU" ? "ru_RU" : "en_US",
        },
      });
      const error = response.status === 400 ? errorResponse.parse(response.body) : undefined;
      if (error?.code === "idempotence_key_reused") return { outcome: "already_sent" };
      if (error?.parameter === "payment_token") return { outcome: "token_refused" };
      return {
        outcome: "accepted",
        payment: toProviderPayment(parseResponse(services, "sandbox", response, paymentResponse)),
      };
    },

    recoverPayment: async ({ attemptId }) => {
      const payment = await readObject(`/payments?idempotence_key=${encodeURIComponent(attemptId)}`, paymentResponse);
      return payment && toProviderPayment(payment);
    },

    getPayment: async (ref) => {
      const payment = await readObject(`/payments/${encodeURIComponent(ref)}`, paymentResponse);
      return payment && toProviderPayment(payment);
    },

    cancel: async (ref) => {
      const path = `/payments/${encodeURIComponent(ref)}`;
      const response = await callGateway("POST", `${path}/cancel`, { key: `cancel-${ref}` });
      if (response.status === 200)
        return toProviderPayment(parseResponse(services, "sandbox", response, paymentResponse));
      const payment = await readObject(path, paymentResponse);
      return payment && toProviderPayment(payment);
    },

    refund: async ({ refundId, ref, amount }) => {
      const response = await callGateway("POST", "/refunds", {
        key: refundId,
        body: { payment_id: ref, amount, metadata: { refund_id: refundId } },
      });
      if (response.status !== 200) {
        services.log.error("the payment gateway refused a refund", undefined, {
          refund: refundId,
          status: response.status,
        });
        return null;
      }
      return toProviderRefund(parseResponse(services, "sandbox", response, refundResponse));
    },

    getRefund: async (ref) => {
      const refund = await readObject(`/refunds/${encodeURIComponent(ref)}`, refundResponse);
      return refund && toProviderRefund(refund);
    },

    verifyWebhook: async (headers, body) => {
      const timestamp = headers.get("gateway-timestamp") ?? "";
      const ageSeconds = Math.abs(services.clock.now().getTime() / 1000 - Number(timestamp));
      if (!/^\d{1,12}$/.test(timestamp) || ageSeconds > WEBHOOK_TOLERANCE_SECONDS) return null;
      const receivedSignature = /^sha256=([0-9a-f]{64})$/.exec(headers.get("gateway-signature") ?? "")?.[1];
      if (
        !receivedSignature ||
        !timingSafeEqual(Buffer.from(receivedSignature, "hex"), computeSignature(credentials.secret, timestamp, body))
      )
        return null;
      const event = webhookBody.safeParse(parseWebhookBody(body));
      if (!event.success) throw refuse(commonRefusals, "malformed");
      return { eventId: event.data.id, payload: event.data };
    },

    getWebhookSubject: (payload) => {
      const parsed = webhookPayload.safeParse(payload);
      const kind = parsed.data && /^(payment|refund)\./.exec(parsed.data.event)?.[1];
      return parsed.data && (kind === "payment" || kind === "refund")
        ? { kind, ref: parsed.data.object.id }
        : { kind: "other" };
    },
  };
}

function toProviderPayment(response: z.output<typeof paymentResponse>): ProviderPayment {
  const { attempt_id = "", payment_id = "", order_id = "" } = response.metadata;
  return {
    ref: response.id,
    status: response.status,
    amount: response.amount,
    reason: response.cancellation_details?.reason ?? null,
    actionUrl: response.confirmation?.confirmation_url ?? null,
    metadata: { attemptId: attempt_id, paymentId: payment_id, orderId: order_id },
  };
}

function toProviderRefund(response: z.output<typeof refundResponse>): ProviderRefund {
  return { ref: response.id, status: response.status, refundId: response.metadata["refund_id"] ?? "" };
}

/** Computes the HMAC-SHA256 of `timestamp.body`. Its key is the HMAC-SHA256 of "notifications" with the secret. */
function computeSignature(secret: string, timestamp: string, body: Buffer): Buffer {
  const key = createHmac("sha256", secret).update("notifications").digest();
  return createHmac("sha256", key).update(`${timestamp}.`).update(body).digest();
}
