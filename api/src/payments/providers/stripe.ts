import { setTimeout as delay } from "node:timers/promises";
import type Stripe from "stripe";
import { z } from "zod";
import type {
  PaymentRequest,
  ConfirmResult,
  PaymentProvider,
  ProviderPayment,
  ProviderRefund,
} from "../../platform/payment-provider.ts";
import { parseWebhookBody, type ProviderServices, reportUnavailable } from "./provider-client.ts";
import { createMetadata, describePayment, parseMetadata, recoverByConfirming } from "./provider-payments.ts";
import { fromStripeAmount, toStripeAmount } from "./stripe-amounts.ts";

const RETRY_DELAYS_MS = [300, 900];
const WEBHOOK_TOLERANCE_SECONDS = 5 * 60;
/** Stripe requires Checkout Sessions to live at least 30 minutes. */
const MIN_SESSION_MS = 31 * 60_000;

const webhookEvent = z.looseObject({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string() }) }),
});

/**
 * The payment provider Stripe. It creates a Checkout Session; its hosted page creates the PaymentIntent, handles 3-D
 * Secure and takes the card, so that no page of the shop loads a script from Stripe. The session id is the payment's
 * reference, and the metadata is set on both the session and the PaymentIntent.
 */
export function createStripeProvider(services: ProviderServices): PaymentProvider {
  const keys = services.config.stripe;
  let client: Promise<Stripe> | undefined;
  const getClient = async (): Promise<Stripe> => {
    if (!keys) {
      const message = "STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are not set, but there are payments of Stripe";
      throw reportUnavailable(services, message, { retryAfterSeconds: 60 });
    }
    // Imported lazily: most installations and all other tests do not need the package.
    return (client ??= import("stripe").then(
      ({ default: Client }) =>
        new Client(keys.secretKey, {
          httpClient: Client.createFetchHttpClient(services.fetch),
          maxNetworkRetries: 2,
          timeout: services.config.providerTimeoutMs,
          telemetry: false,
        }),
    ));
  };

  /**
   * Calls Stripe's API.
   * @throws refusal `gateway_unavailable` for errors that may be retried; rethrows all others.
   */
  async function callStripe<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = await getClient();
    for (let tries = 0; ; tries++)
      try {
        return await call(stripe);
      } catch (error) {
        if (isPermanentError(error)) throw error;
        // The package retries network and server errors by itself, but not rate limiting.
        const fields = getErrorDetails(error);
        const delayMs = fields.status === 429 ? RETRY_DELAYS_MS[tries] : undefined;
        if (delayMs === undefined) throw reportUnavailable(services, "the payment provider stripe failed", { fields });
        await delay(delayMs);
      }
  }

  async function getPayment(ref: string): Promise<ProviderPayment | null> {
    const session = await callStripe((stripe) => nullIfMissing(stripe.checkout.sessions.retrieve(ref)));
    return session && toProviderPayment(session);
  }

  async function confirm(request: PaymentRequest): Promise<ConfirmResult> {
    try {
      const session = await callStripe((stripe) =>
        stripe.checkout.sessions.create(buildSessionParams(request), { idempotencyKey: request.attemptId }),
      );
      return { outcome: "accepted", payment: toProviderPayment(session) };
    } catch (error) {
      const { type, code } = getErrorDetails(error);
      if (type === "StripeIdempotencyError") return { outcome: "already_sent" };
      if (type === "StripeInvalidRequestError") return { outcome: "refused", reason: code ?? "invalid_request" };
      throw error;
    }
  }

  return {
    name: "stripe",
    isTestMode: /^(sk|rk)_test_/.test(keys?.secretKey ?? ""),
    getCardTokensUrl: () => null,
    issuesReceipts: false,
    confirm,

    // The idempotency key is valid for 24 hours.
    recoverPayment: (request) => recoverByConfirming(confirm(request)),

    getPayment,

    cancel: async (ref) => {
      try {
        return toProviderPayment(await callStripe((stripe) => stripe.checkout.sessions.expire(ref)));
      } catch (error) {
        // The session has already ended: read its result.
        if (getErrorDetails(error).type === "StripeInvalidRequestError") return getPayment(ref);
        throw error;
      }
    },

    refund: async ({ refundId, ref, amount }) => {
      try {
        return await callStripe(async (stripe) => {
          const { payment_intent: paymentIntent } = await stripe.checkout.sessions.retrieve(ref);
          if (paymentIntent === null) return null;
          const refund = await stripe.refunds.create(
            {
              payment_intent: typeof paymentIntent === "string" ? paymentIntent : paymentIntent.id,
              amount: toStripeAmount(amount).amount,
              metadata: { refund_id: refundId },
            },
            { idempotencyKey: refundId },
          );
          return toProviderRefund(refund);
        });
      } catch (error) {
        const { type, code } = getErrorDetails(error);
        if (type !== "StripeInvalidRequestError" && type !== "StripeIdempotencyError") throw error;
        services.log.error("Stripe refused a refund", undefined, { refund: refundId, code });
        return null;
      }
    },

    getRefund: async (ref) => {
      const refund = await callStripe((stripe) => nullIfMissing(stripe.refunds.retrieve(ref)));
      return refund && toProviderRefund(refund);
    },

    verifyWebhook: async (headers, body) => {
      const { webhooks } = await getClient();
      const now = services.clock.now().getTime();
      const signatureHeader = headers.get("stripe-signature") ?? "";
      try {
        const secret = keys?.webhookSecret ?? "";
        await webhooks.constructEventAsync(body, signatureHeader, secret, WEBHOOK_TOLERANCE_SECONDS, undefined, now);
      } catch (error) {
        if (getErrorDetails(error).type === "StripeSignatureVerificationError") return null;
        if (!(error instanceof SyntaxError)) throw error;
      }
      const payload = parseWebhookBody(body, webhookEvent);
      return { eventId: payload.id, payload };
    },

    getWebhookSubject: (payload) => {
      const { type, data } = webhookEvent.parse(payload);
      if (type.startsWith("checkout.session.")) return { kind: "payment", ref: data.object.id };
      if (type.startsWith("refund.") || type === "charge.refund.updated")
        return { kind: "refund", ref: data.object.id };
      return { kind: "other" };
    },
  };
}

/** Builds the parameters of a Checkout Session. The same attempt has the same parameters. */
function buildSessionParams(request: PaymentRequest): Stripe.Checkout.SessionCreateParams {
  const { attemptId, locale, method, startedAt, expiresAt, returnUrl } = request;
  const { amount, currency } = toStripeAmount(request.amount);
  const name = describePayment(request);
  const metadata = createMetadata(request);
  const cancelUrl = new URL(returnUrl);
  cancelUrl.search = "";
  return {
    mode: "payment",
    client_reference_id: attemptId,
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name } } }],
    metadata,
    payment_intent_data: { metadata, description: name },
    success_url: returnUrl,
    cancel_url: cancelUrl.href,
    expires_at: Math.ceil(Math.max(expiresAt.getTime(), startedAt.getTime() + MIN_SESSION_MS) / 1000),
    locale: locale === "ru-RU" ? "ru" : "en",
    // Charge the requested amount in the order's currency.
    adaptive_pricing: { enabled: false },
    ...(isCard(method) ? { payment_method_types: ["card"] } : {}),
  };
}

function isCard(method: string): boolean {
  return method === "card" || method === "foreign_card";
}

function toProviderPayment(session: Stripe.Checkout.Session): ProviderPayment {
  const status = getPaymentStatus(session);
  return {
    ref: session.id,
    status,
    amount: fromStripeAmount(session.amount_total ?? 0, session.currency ?? "xxx"),
    reason: status === "canceled" ? "expired_on_confirmation" : null,
    actionUrl: session.status === "open" ? session.url : null,
    metadata: parseMetadata(session.metadata),
  };
}

/** A declined card leaves the session open: the shopper can enter another card there. */
function getPaymentStatus({ status, payment_status }: Stripe.Checkout.Session): ProviderPayment["status"] {
  if (payment_status === "paid") return "succeeded";
  return status === "expired" ? "canceled" : "pending";
}

function toProviderRefund({ id, status, metadata }: Stripe.Refund): ProviderRefund {
  const refundStatus =
    status === "succeeded" ? "succeeded" : status === "failed" || status === "canceled" ? "canceled" : "pending";
  return { ref: id, status: refundStatus, refundId: metadata?.["refund_id"] ?? "" };
}

/** Resolves to null if Stripe does not know the requested object. */
async function nullIfMissing<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    if (getErrorDetails(error).code === "resource_missing") return null;
    throw error;
  }
}

/** Returns Stripe's type, code and status of an error, never the request itself. */
function getErrorDetails(error: unknown): { type?: string; code?: string; status?: number } {
  const { type, code, statusCode } = (error instanceof Error ? error : {}) as Partial<Stripe.errors.StripeError>;
  return {
    ...(type ? { type } : {}),
    ...(code ? { code } : {}),
    ...(statusCode ? { status: statusCode } : {}),
  };
}

/** Returns whether repeating the call would fail again. */
function isPermanentError(error: unknown): boolean {
  const { type, status } = getErrorDetails(error);
  if (status === 409 || status === 429 || status === 401) return false;
  return type === "StripeInvalidRequestError" || type === "StripeIdempotencyError" || type === undefined;
}
