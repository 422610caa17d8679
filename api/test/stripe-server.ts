import { randomUUID } from "node:crypto";
import {
  type ProviderResponse,
  createIdempotentResponder,
  type ProviderCall,
  openProviderServer,
} from "./provider-server.ts";

type Session = {
  id: string;
  object: "checkout.session";
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  amount_total: number;
  currency: string;
  url: string | null;
  payment_intent: string | null;
  metadata: Record<string, string>;
};
type Refund = {
  id: string;
  object: "refund";
  status: string;
  amount: number;
  payment_intent: string;
  metadata: Record<string, string>;
};
type StripeEvent = { id: string; object: "event"; type: string; data: { object: object } };

/**
 * Starts a fake of Stripe's Checkout Sessions and refunds, following its API reference. `endSession` and `endRefund`
 * are what the shopper and the bank do.
 */
export async function openStripeServer(secretKey: string) {
  const stripe = new FakeStripe(secretKey);
  const server = await openProviderServer("api.stripe.com", (call) => stripe.handleCall(call));
  return {
    ...server,
    sessions: stripe.sessions,
    refunds: stripe.refunds,
    endSession: (id: string, outcome: "paid" | "expired") => stripe.endSession(id, outcome),
    endRefund: (id: string, status: "succeeded" | "failed") => stripe.endRefund(id, status),
  };
}

class FakeStripe {
  readonly sessions = new Map<string, Session>();
  readonly refunds = new Map<string, Refund>();
  readonly #secretKey: string;
  readonly #respondOnce = createIdempotentResponder(createError(400, "idempotency_error"));

  constructor(secretKey: string) {
    this.#secretKey = secretKey;
  }

  handleCall(call: ProviderCall): ProviderResponse {
    if (call.headers.authorization !== `Bearer ${this.#secretKey}`) return createError(401, "invalid_request_error");
    const path = call.path.split("?")[0]?.split("/") ?? [];
    const isRefund = path[2] === "refunds";
    const [id = "", action] = path.slice(isRefund ? 3 : 4);
    if (call.method === "GET") return respondWith(isRefund ? this.refunds.get(id) : this.sessions.get(id));
    const key = String(call.headers["idempotency-key"] ?? randomUUID());
    return this.#respondOnce(key, call.path + call.body, () => {
      if (isRefund) return this.#createRefund(call);
      return action === "expire" ? this.#expireSession(id) : this.#createSession(call);
    });
  }

  /**
   * Completes the payment on the hosted page, or lets the session expire.
   * @returns the event
   */
  endSession(id: string, outcome: "paid" | "expired"): StripeEvent {
    const session = this.sessions.get(id);
    if (!session) throw new Error(`no session ${id}`);
    Object.assign(
      session,
      outcome === "paid"
        ? { status: "complete", payment_status: "paid", payment_intent: `pi_${randomUUID()}`, url: null }
        : { status: "expired", url: null },
    );
    return createEvent(`checkout.session.${outcome === "paid" ? "completed" : "expired"}`, session);
  }

  /**
   * Executes or declines a refund.
   * @returns the event
   */
  endRefund(id: string, status: "succeeded" | "failed"): StripeEvent {
    const refund = this.refunds.get(id);
    if (!refund) throw new Error(`no refund ${id}`);
    refund.status = status;
    return createEvent("refund.updated", refund);
  }

  #createSession({ body }: ProviderCall): ProviderResponse {
    const params = new URLSearchParams(body);
    const amount = Number(params.get("line_items[0][price_data][unit_amount]"));
    if (!Number.isInteger(amount) || amount <= 0) return createError(400, "invalid_request_error", "amount_too_small");
    const id = `cs_test_${randomUUID()}`;
    const session: Session = {
      id,
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      amount_total: amount,
      currency: params.get("line_items[0][price_data][currency]") ?? "",
      url: `https://checkout.stripe.com/c/pay/${id}`,
      payment_intent: null,
      metadata: parseMetadata(params),
    };
    this.sessions.set(id, session);
    return respondWith(session);
  }

  #expireSession(id: string): ProviderResponse {
    const session = this.sessions.get(id);
    if (!session) return respondWith(undefined);
    if (session.status !== "open") return createError(400, "invalid_request_error");
    Object.assign(session, { status: "expired", url: null });
    return respondWith(session);
  }

  #createRefund({ body }: ProviderCall): ProviderResponse {
    const params = new URLSearchParams(body);
    const intent = params.get("payment_intent") ?? "";
    const paidSession = [...this.sessions.values()].find((session) => session.payment_intent === intent);
    const amount = Number(params.get("amount"));
    const earlierRefunds = [...this.refunds.values()].filter((refund) => refund.payment_intent === intent);
    const refundedTotal = earlierRefunds.reduce((total, refund) => total + refund.amount, amount);
    if (paidSession?.payment_status !== "paid" || refundedTotal > paidSession.amount_total)
      return createError(400, "invalid_request_error", "charge_already_refunded");
    const created: Refund = {
      id: `re_${randomUUID()}`,
      object: "refund",
      status: "pending",
      amount,
      payment_intent: intent,
      metadata: parseMetadata(params),
    };
    this.refunds.set(created.id, created);
    return respondWith(created);
  }
}

function respondWith(object: object | undefined): ProviderResponse {
  return object
    ? { status: 200, body: structuredClone(object) }
    : createError(404, "invalid_request_error", "resource_missing");
}

function createError(status: number, type: string, code?: string): ProviderResponse {
  return { status, body: { error: { type, message: type, ...(code ? { code } : {}) } } };
}

function createEvent(type: string, object: object): StripeEvent {
  return { id: `evt_${randomUUID()}`, object: "event", type, data: { object: structuredClone(object) } };
}

function parseMetadata(params: URLSearchParams): Record<string, string> {
  const entries = [...params].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
    return key ? [[key, value] as const] : [];
  });
  return Object.fromEntries(entries);
}
