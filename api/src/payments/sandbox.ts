import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { type Config, installationSecret, originOf } from "../platform/config.ts";
import { commonRefusals, refuse } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";
import { askProvider, basicAuth, parsedWebhook, type ProviderAnswer, understood } from "./provider-http.ts";
import type { PaymentProvider, ProviderPayment, ProviderRefund } from "./provider.ts";

const GATEWAY_PATH = "/sandbox-gateway";
const WEBHOOK_TOLERANCE_S = 5 * 60;

const amount = z.object({ value: z.string(), currency: z.string() });
const paymentAnswer = z.object({
  id: z.string(),
  status: z.enum(["pending", "succeeded", "canceled"]),
  amount,
  metadata: z.record(z.string(), z.string()),
  cancellation_details: z.object({ reason: z.string() }).optional(),
  confirmation: z.object({ confirmation_url: z.url() }).optional(),
});
const refundAnswer = z.object({
  id: z.string(),
  status: z.enum(["pending", "succeeded"]),
  metadata: z.record(z.string(), z.string()),
});
const refusalAnswer = z.object({ code: z.string(), parameter: z.string().optional() });
const webhookBody = z.looseObject({ id: z.string().min(1).max(100) });
const webhookPayload = z.object({ event: z.string(), object: z.object({ id: z.string() }) });

/** How the sandbox gateway knows this shop: the same values open the gateway itself. */
export function sandboxShop(config: Config): { id: string; secret: string; notificationUrl: string; origin: string } {
  const here = config.role === "gateway" ? config.publicUrl : originOf(config.host, config.port);
  return {
    id: "furoshiki",
    secret: config.gatewaySecret ?? installationSecret(config.dataDir, "sandbox-gateway"),
    notificationUrl: `${config.apiBaseUrl ?? here}/v1/webhooks/sandbox`,
    origin: config.publicUrl,
  };
}

/** Where browsers find the sandbox gateway. */
export function gatewayAddress({ gatewayUrl, role, host, port, publicUrl }: Config): string {
  return `${gatewayUrl ?? (role === "gateway" ? originOf(host, port) : publicUrl)}${GATEWAY_PATH}`;
}

/** The shop's side of the sandbox gateway; speaks to it over HTTP only. */
export function sandboxProvider(house: House): PaymentProvider {
  const { config } = house;
  const shop = sandboxShop(config);
  const base = `${config.gatewayUrl ?? originOf(config.host, config.port)}${GATEWAY_PATH}`;

  async function readObject<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
    const answer = await ask("GET", path);
    return answer.status === 404 ? null : understood(house, "sandbox", answer, schema);
  }

  function ask(method: "GET" | "POST", path: string, write?: { key: string; body?: object }): Promise<ProviderAnswer> {
    return askProvider(house, "sandbox", {
      method,
      url: `${base}${path}`,
      authorization: basicAuth(shop.id, shop.secret),
      ...(write ? { idempotenceKey: write.key } : {}),
      ...(write?.body ? { body: write.body } : {}),
    });
  }

  return {
    name: "sandbox",
    testMode: true,
    // Of this origin, where the gateway is in this process: the browser's address of the shop may be another one.
    cardTokensUrl: (method) => (method === "card" ? `${config.gatewayUrl ?? ""}${GATEWAY_PATH}/tokens` : null),

    makesReceipts: false,

    confirm: async ({ attemptId, paymentId, orderId, amount, method, locale, returnUrl }, cardToken) => {
      const answer = await ask("POST", "/payments", {
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
      const refused = answer.status === 400 ? refusalAnswer.parse(answer.body) : undefined;
      if (refused?.code === "idempotence_key_reused") return { outcome: "already_sent" };
      if (refused?.parameter === "payment_token") return { outcome: "token_refused" };
      return { outcome: "accepted", payment: toPayment(understood(house, "sandbox", answer, paymentAnswer)) };
    },

    recover: async ({ attemptId }) => {
      const found = await readObject(`/payments?idempotence_key=${encodeURIComponent(attemptId)}`, paymentAnswer);
      return found && toPayment(found);
    },

    read: async (ref) => {
      const found = await readObject(`/payments/${encodeURIComponent(ref)}`, paymentAnswer);
      return found && toPayment(found);
    },

    cancel: async (ref) => {
      const path = `/payments/${encodeURIComponent(ref)}`;
      const answer = await ask("POST", `${path}/cancel`, { key: `cancel-${ref}` });
      if (answer.status === 200) return toPayment(understood(house, "sandbox", answer, paymentAnswer));
      const found = await readObject(path, paymentAnswer);
      return found && toPayment(found);
    },

    refund: async ({ refundId, ref, amount }) => {
      const answer = await ask("POST", "/refunds", {
        key: refundId,
        body: { payment_id: ref, amount, metadata: { refund_id: refundId } },
      });
      if (answer.status !== 200) {
        house.log.error("the payment gateway refused a refund", undefined, { refund: refundId, status: answer.status });
        return null;
      }
      return toRefund(understood(house, "sandbox", answer, refundAnswer));
    },

    readRefund: async (ref) => {
      const found = await readObject(`/refunds/${encodeURIComponent(ref)}`, refundAnswer);
      return found && toRefund(found);
    },

    verifyWebhook: async (headers, body) => {
      const timestamp = headers.get("gateway-timestamp") ?? "";
      const ageS = Math.abs(house.clock.now().getTime() / 1000 - Number(timestamp));
      if (!/^\d{1,12}$/.test(timestamp) || ageS > WEBHOOK_TOLERANCE_S) return null;
      const signed = /^sha256=([0-9a-f]{64})$/.exec(headers.get("gateway-signature") ?? "")?.[1];
      if (!signed || !timingSafeEqual(Buffer.from(signed, "hex"), signature(shop.secret, timestamp, body))) return null;
      const event = webhookBody.safeParse(parsedWebhook(body));
      if (!event.success) throw refuse(commonRefusals, "malformed");
      return { eventId: event.data.id, payload: event.data };
    },

    subjectOf: (payload) => {
      const known = webhookPayload.safeParse(payload);
      const kind = known.data && /^(payment|refund)\./.exec(known.data.event)?.[1];
      return known.data && (kind === "payment" || kind === "refund")
        ? { kind, ref: known.data.object.id }
        : { kind: "other" };
    },
  };
}

function toPayment(told: z.output<typeof paymentAnswer>): ProviderPayment {
  const { attempt_id = "", payment_id = "", order_id = "" } = told.metadata;
  return {
    ref: told.id,
    status: told.status,
    amount: told.amount,
    reason: told.cancellation_details?.reason ?? null,
    actionUrl: told.confirmation?.confirmation_url ?? null,
    about: { attemptId: attempt_id, paymentId: payment_id, orderId: order_id },
  };
}

function toRefund(told: z.output<typeof refundAnswer>): ProviderRefund {
  return { ref: told.id, status: told.status, refundId: told.metadata["refund_id"] ?? "" };
}

/** HMAC-SHA256 over `timestamp.body` under the notification key, which is the HMAC of "notifications" under the secret. */
function signature(secret: string, timestamp: string, body: Buffer): Buffer {
  const key = createHmac("sha256", secret).update("notifications").digest();
  return createHmac("sha256", key).update(`${timestamp}.`).update(body).digest();
}
