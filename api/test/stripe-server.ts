import { randomUUID } from "node:crypto";
import { type Answer, answerOnce, type Called, openProviderServer } from "./provider-server.ts";

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

const refusal = (status: number, type: string, code?: string): Answer => ({
  status,
  body: { error: { type, message: type, ...(code ? { code } : {}) } },
});

/** Stripe's Checkout Sessions and refunds as its API reference describes them; the shopper's part is played by the test. */
export async function openStripeServer(secretKey: string) {
  const sessions = new Map<string, Session>();
  const refunds = new Map<string, Refund>();
  const once = answerOnce(refusal(400, "idempotency_error"));
  const found = (object: object | undefined): Answer =>
    object ? { status: 200, body: structuredClone(object) } : refusal(404, "invalid_request_error", "resource_missing");

  const server = await openProviderServer("api.stripe.com", (call) => {
    if (call.headers.authorization !== `Bearer ${secretKey}`) return refusal(401, "invalid_request_error");
    const path = call.path.split("?")[0]?.split("/") ?? [];
    const isRefund = path[2] === "refunds";
    const [id = "", verb] = path.slice(isRefund ? 3 : 4);
    if (call.method === "GET") return found(isRefund ? refunds.get(id) : sessions.get(id));
    const key = String(call.headers["idempotency-key"] ?? randomUUID());
    return once(key, call.path + call.body, () =>
      isRefund ? refund(call) : verb === "expire" ? expire(id) : create(call),
    );
  });

  function create({ body }: Called): Answer {
    const asked = new URLSearchParams(body);
    const amount = Number(asked.get("line_items[0][price_data][unit_amount]"));
    if (!Number.isInteger(amount) || amount <= 0) return refusal(400, "invalid_request_error", "amount_too_small");
    const id = `cs_test_${randomUUID()}`;
    const session: Session = {
      id,
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      amount_total: amount,
      currency: asked.get("line_items[0][price_data][currency]") ?? "",
      url: `https://checkout.stripe.com/c/pay/${id}`,
      payment_intent: null,
      metadata: metadataIn(asked),
    };
    sessions.set(id, session);
    return found(session);
  }

  function expire(id: string): Answer {
    const session = sessions.get(id);
    if (!session) return found(undefined);
    if (session.status !== "open") return refusal(400, "invalid_request_error");
    Object.assign(session, { status: "expired", url: null });
    return found(session);
  }

  function refund({ body }: Called): Answer {
    const asked = new URLSearchParams(body);
    const intent = asked.get("payment_intent") ?? "";
    const paid = [...sessions.values()].find((session) => session.payment_intent === intent);
    const amount = Number(asked.get("amount"));
    const given = [...refunds.values()].filter((one) => one.payment_intent === intent);
    const sum = given.reduce((total, one) => total + one.amount, amount);
    if (paid?.payment_status !== "paid" || sum > paid.amount_total)
      return refusal(400, "invalid_request_error", "charge_already_refunded");
    const made: Refund = {
      id: `re_${randomUUID()}`,
      object: "refund",
      status: "pending",
      amount,
      payment_intent: intent,
      metadata: metadataIn(asked),
    };
    refunds.set(made.id, made);
    return found(made);
  }

  const eventOf = (type: string, object: object) => ({
    id: `evt_${randomUUID()}`,
    object: "event",
    type,
    data: { object: structuredClone(object) },
  });
  return {
    ...server,
    sessions,
    refunds,
    /** The shopper pays on the hosted page, or its time is over. @returns the event of it. */
    end: (id: string, how: "paid" | "expired") => {
      const session = sessions.get(id);
      if (!session) throw new Error(`no session ${id}`);
      Object.assign(
        session,
        how === "paid"
          ? { status: "complete", payment_status: "paid", payment_intent: `pi_${randomUUID()}`, url: null }
          : { status: "expired", url: null },
      );
      return eventOf(`checkout.session.${how === "paid" ? "completed" : "expired"}`, session);
    },
    endRefund: (id: string, status: "succeeded" | "failed") => {
      const refund = refunds.get(id);
      if (!refund) throw new Error(`no refund ${id}`);
      refund.status = status;
      return eventOf("refund.updated", refund);
    },
  };
}

function metadataIn(asked: URLSearchParams): Record<string, string> {
  const entries = [...asked].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
    return key ? [[key, value] as const] : [];
  });
  return Object.fromEntries(entries);
}
