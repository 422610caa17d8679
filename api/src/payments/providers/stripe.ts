import type Stripe from "stripe";
import { z } from "zod";
import type {
  PaymentRequest,
  ConfirmResult,
  PaymentProvider,
  ProviderPayment,
  ProviderRefund,
  RefundRequest,
} from "../../platform/payment-provider.ts";
import { parseWebhookBody, type ProviderServices } from "./provider-client.ts";
import { createMetadata, describePayment, parseMetadata, recoverByConfirming } from "./provider-payments.ts";
import { fromStripeAmount, toStripeAmount } from "./stripe-amounts.ts";
import { createStripeClient, getErrorDetails, nullIfMissing, type StripeClient } from "./stripe-client.ts";

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
  const client = createStripeClient(services);
  const confirm = (request: PaymentRequest) => confirmPayment(client, request);
  return {
    name: "stripe",
    isTestMode: /^(sk|rk)_test_/.test(services.config.stripe?.secretKey ?? ""),
    getCardTokensUrl: () => null,
    issuesReceipts: false,
    confirm,
    // The idempotency key is valid for 24 hours.
    recoverPayment: (request) => recoverByConfirming(confirm(request)),
    getPayment: (ref) => getPayment(client, ref),
    cancel: (ref) => cancelPayment(client, ref),
    refund: (request) => refundPayment(client, services, request),
    getRefund: async (ref) => {
      const refund = await client.call((stripe) => nullIfMissing(stripe.refunds.retrieve(ref)));
      return refund && toProviderRefund(refund);
    },
    verifyWebhook: (headers, body) => verifyWebhook(client, services, { headers, body }),
    getWebhookSubject: (payload) => {
      const { type, data } = webhookEvent.parse(payload);
      if (type.startsWith("checkout.session.")) return { kind: "payment", ref: data.object.id };
      if (type.startsWith("refund.") || type === "charge.refund.updated")
        return { kind: "refund", ref: data.object.id };
      return { kind: "other" };
    },
  };
}

async function confirmPayment({ call }: StripeClient, request: PaymentRequest): Promise<ConfirmResult> {
  try {
    const session = await call((stripe) =>
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

async function getPayment({ call }: StripeClient, ref: string): Promise<ProviderPayment | null> {
  const session = await call((stripe) => nullIfMissing(stripe.checkout.sessions.retrieve(ref)));
  return session && toProviderPayment(session);
}

async function cancelPayment(client: StripeClient, ref: string): Promise<ProviderPayment | null> {
  try {
    return toProviderPayment(await client.call((stripe) => stripe.checkout.sessions.expire(ref)));
  } catch (error) {
    // The session has already ended: read its result.
    if (getErrorDetails(error).type === "StripeInvalidRequestError") return getPayment(client, ref);
    throw error;
  }
}

async function refundPayment(
  { call }: StripeClient,
  { log }: ProviderServices,
  { refundId, ref, amount }: RefundRequest,
): Promise<ProviderRefund | null> {
  try {
    return await call(async (stripe) => {
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
    log.error("Stripe refused a refund", undefined, { refund: refundId, code });
    return null;
  }
}

async function verifyWebhook(
  { getStripe }: StripeClient,
  { config, clock }: ProviderServices,
  { headers, body }: { headers: Headers; body: Buffer },
): Promise<{ eventId: string; payload: object } | null> {
  const { webhooks } = await getStripe();
  const now = clock.now().getTime();
  const signatureHeader = headers.get("stripe-signature") ?? "";
  try {
    const secret = config.stripe?.webhookSecret ?? "";
    await webhooks.constructEventAsync(body, signatureHeader, secret, WEBHOOK_TOLERANCE_SECONDS, undefined, now);
  } catch (error) {
    if (getErrorDetails(error).type === "StripeSignatureVerificationError") return null;
    if (!(error instanceof SyntaxError)) throw error;
  }
  const payload = parseWebhookBody(body, webhookEvent);
  return { eventId: payload.id, payload };
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
