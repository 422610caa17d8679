import { setTimeout as pause } from "node:timers/promises";
import type Stripe from "stripe";
import { z } from "zod";
import { refuse } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";
import { parsedWebhook } from "./provider-http.ts";
import type { Asking, Confirmed, PaymentProvider, ProviderPayment, ProviderRefund } from "./provider.ts";
import { refusals } from "./schema.ts";
import { fromStripe, toStripe } from "./stripe-amounts.ts";

const PAUSES_MS = [300, 900];
const WEBHOOK_TOLERANCE_S = 5 * 60;
/** Its page may not be asked for a shorter life than half an hour. */
const SHORTEST_SESSION_MS = 31 * 60_000;

const event = z.looseObject({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string() }) }),
});

/**
 * Stripe: a Checkout Session, whose hosted page makes the PaymentIntent, asks for 3-D Secure and takes the card. No
 * script of Stripe's is on a page of the shop. The session is the payment's reference; its metadata is on both.
 */
export function stripeProvider(house: House): PaymentProvider {
  const keys = house.config.stripe;
  let opened: Promise<Stripe> | undefined;
  const open = async (): Promise<Stripe> => {
    if (!keys) {
      house.log.error("STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are not set, but there are payments of Stripe");
      throw refuse(refusals, "gateway_unavailable", { retryAfterSeconds: 60 });
    }
    // Loaded where it is used: most shops and every test of other rooms go without it.
    return (opened ??= import("stripe").then(
      ({ default: Client }) =>
        new Client(keys.secretKey, {
          httpClient: Client.createFetchHttpClient(house.fetch),
          maxNetworkRetries: 2,
          timeout: house.config.providerAnswerMs,
          telemetry: false,
        }),
    ));
  };

  /** Refuses `gateway_unavailable` for what may be tried again; the rest is thrown as it is. */
  async function asking<T>(ask: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = await open();
    for (let tries = 0; ; tries++)
      try {
        return await ask(stripe);
      } catch (error) {
        if (isLasting(error)) throw error;
        // The package repeats what failed there or on the way, but not what came too often.
        const pauseMs = detailsOf(error).status === 429 ? PAUSES_MS[tries] : undefined;
        if (pauseMs === undefined) {
          house.log.error("the payment provider stripe failed", undefined, detailsOf(error));
          throw refuse(refusals, "gateway_unavailable", { retryAfterSeconds: 5 });
        }
        await pause(pauseMs);
      }
  }

  async function read(ref: string): Promise<ProviderPayment | null> {
    const found = await asking((stripe) => orNull(stripe.checkout.sessions.retrieve(ref)));
    return found && toPayment(found);
  }

  async function confirm(asked: Asking): Promise<Confirmed> {
    try {
      const session = await asking((stripe) =>
        stripe.checkout.sessions.create(sessionOf(asked), { idempotencyKey: asked.attemptId }),
      );
      return { outcome: "accepted", payment: toPayment(session) };
    } catch (error) {
      const { type, code } = detailsOf(error);
      if (type === "StripeIdempotencyError") return { outcome: "already_sent" };
      if (type === "StripeInvalidRequestError") return { outcome: "refused", reason: code ?? "invalid_request" };
      throw error;
    }
  }

  return {
    name: "stripe",
    testMode: /^(sk|rk)_test_/.test(keys?.secretKey ?? ""),
    cardTokensUrl: () => null,
    makesReceipts: false,
    confirm,

    // The same key and parameters give the first answer again for a day.
    recover: async (asked) => {
      const again = await confirm(asked);
      return again.outcome === "accepted" ? again.payment : null;
    },

    read,

    cancel: async (ref) => {
      try {
        return toPayment(await asking((stripe) => stripe.checkout.sessions.expire(ref)));
      } catch (error) {
        // It is over already: how it ended is read.
        if (detailsOf(error).type === "StripeInvalidRequestError") return read(ref);
        throw error;
      }
    },

    refund: async ({ refundId, ref, amount }) => {
      try {
        return await asking(async (stripe) => {
          const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(ref);
          if (intent === null) return null;
          const refund = await stripe.refunds.create(
            {
              payment_intent: typeof intent === "string" ? intent : intent.id,
              amount: toStripe(amount).amount,
              metadata: { refund_id: refundId },
            },
            { idempotencyKey: refundId },
          );
          return toRefund(refund);
        });
      } catch (error) {
        const { type, code } = detailsOf(error);
        if (type !== "StripeInvalidRequestError" && type !== "StripeIdempotencyError") throw error;
        house.log.error("Stripe refused a refund", undefined, { refund: refundId, code });
        return null;
      }
    },

    readRefund: async (ref) => {
      const found = await asking((stripe) => orNull(stripe.refunds.retrieve(ref)));
      return found && toRefund(found);
    },

    verifyWebhook: async (headers, body) => {
      const { webhooks } = await open();
      const now = house.clock.now().getTime();
      const signed = headers.get("stripe-signature") ?? "";
      try {
        const secret = keys?.webhookSecret ?? "";
        await webhooks.constructEventAsync(body, signed, secret, WEBHOOK_TOLERANCE_S, undefined, now);
      } catch (error) {
        if (detailsOf(error).type === "StripeSignatureVerificationError") return null;
        if (!(error instanceof SyntaxError)) throw error;
      }
      const payload = event.parse(parsedWebhook(body));
      return { eventId: payload.id, payload };
    },

    subjectOf: (payload) => {
      const { type, data } = event.parse(payload);
      if (type.startsWith("checkout.session.")) return { kind: "payment", ref: data.object.id };
      if (type.startsWith("refund.") || type === "charge.refund.updated")
        return { kind: "refund", ref: data.object.id };
      return { kind: "other" };
    },
  };
}

function sessionOf(asked: Asking): Stripe.Checkout.SessionCreateParams {
  const { attemptId, paymentId, orderId, locale, method, begunAt, expiresAt, returnUrl } = asked;
  const { amount, currency } = toStripe(asked.amount);
  const name = `${locale === "ru-RU" ? "Заказ" : "Order"} ${orderId}`;
  const metadata = { attempt_id: attemptId, payment_id: paymentId, order_id: String(orderId) };
  const left = new URL(returnUrl);
  left.search = "";
  return {
    mode: "payment",
    client_reference_id: attemptId,
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name } } }],
    metadata,
    payment_intent_data: { metadata, description: name },
    success_url: returnUrl,
    cancel_url: left.href,
    expires_at: Math.ceil(Math.max(expiresAt.getTime(), begunAt.getTime() + SHORTEST_SESSION_MS) / 1000),
    locale: locale === "ru-RU" ? "ru" : "en",
    // What was asked is what is taken, in the currency of the order.
    adaptive_pricing: { enabled: false },
    ...(isCard(method) ? { payment_method_types: ["card"] } : {}),
  };
}

function isCard(method: string): boolean {
  return method === "card" || method === "foreign_card";
}

function toPayment(session: Stripe.Checkout.Session): ProviderPayment {
  const { attempt_id = "", payment_id = "", order_id = "" } = session.metadata ?? {};
  const status = statusOf(session);
  return {
    ref: session.id,
    status,
    amount: fromStripe(session.amount_total ?? 0, session.currency ?? "xxx"),
    reason: status === "canceled" ? "expired_on_confirmation" : null,
    actionUrl: session.status === "open" ? session.url : null,
    about: { attemptId: attempt_id, paymentId: payment_id, orderId: order_id },
  };
}

/** A card that was refused leaves the session open: the shopper takes another one there. */
function statusOf({ status, payment_status }: Stripe.Checkout.Session): ProviderPayment["status"] {
  if (payment_status === "paid") return "succeeded";
  return status === "expired" ? "canceled" : "pending";
}

function toRefund({ id, status, metadata }: Stripe.Refund): ProviderRefund {
  const ended =
    status === "succeeded" ? "succeeded" : status === "failed" || status === "canceled" ? "canceled" : "pending";
  return { ref: id, status: ended, refundId: metadata?.["refund_id"] ?? "" };
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (detailsOf(error).code === "resource_missing") return null;
    throw error;
  }
}

/** What Stripe says of an error: its type and code, never what was sent. */
function detailsOf(error: unknown): { type?: string; code?: string; status?: number } {
  const { type, code, statusCode } = (error instanceof Error ? error : {}) as Partial<Stripe.errors.StripeError>;
  return {
    ...(type ? { type } : {}),
    ...(code ? { code } : {}),
    ...(statusCode ? { status: statusCode } : {}),
  };
}

/** Asked again, it would be refused again. */
function isLasting(error: unknown): boolean {
  const { type, status } = detailsOf(error);
  if (status === 409 || status === 429 || status === 401) return false;
  return type === "StripeInvalidRequestError" || type === "StripeIdempotencyError" || type === undefined;
}
