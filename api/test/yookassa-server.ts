import { randomUUID } from "node:crypto";
import { type Answer, answerOnce, type Called, openProviderServer } from "./provider-server.ts";

type Amount = { value: string; currency: string };
type Payment = {
  id: string;
  status: "pending" | "succeeded" | "canceled";
  paid: boolean;
  amount: Amount;
  confirmation?: object;
  cancellation_details?: { party: string; reason: string };
  metadata: Record<string, string>;
  test: boolean;
};
type Refund = { id: string; payment_id: string; status: "pending" | "succeeded" | "canceled"; amount: Amount };

const refusal = (status: number, code: string, parameter?: string): Answer => ({
  status,
  body: { type: "error", id: randomUUID(), code, description: code, ...(parameter ? { parameter } : {}) },
});

/** YooKassa as its API reference describes it: states, errors and keys; the shopper's part is played by the test. */
export async function openYookassaServer(shopId: string, secretKey: string) {
  const payments = new Map<string, Payment>();
  const refunds = new Map<string, Refund>();
  const once = answerOnce(refusal(400, "invalid_request", "Idempotence-Key"));
  const credentials = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString("base64")}`;
  const found = (object: object | undefined): Answer =>
    object ? { status: 200, body: structuredClone(object) } : refusal(404, "not_found");

  const server = await openProviderServer("api.yookassa.ru", (call) => {
    if (call.headers.authorization !== credentials) return refusal(401, "invalid_credentials");
    const [, , kind = "", id = "", verb] = call.path.split("/");
    if (call.method === "GET") return found(kind === "payments" ? payments.get(id) : refunds.get(id));
    const key = String(call.headers["idempotence-key"] ?? "");
    if (key === "" || key.length > 64) return refusal(400, "invalid_request", "Idempotence-Key");
    return once(key, call.path + call.body, () => write(call, kind, id, verb));
  });

  function write(call: Called, kind: string, id: string, verb: string | undefined): Answer {
    const asked = JSON.parse(call.body) as { amount: Amount; metadata?: Record<string, string>; payment_id: string };
    if (verb === "cancel") {
      const payment = payments.get(id);
      // Only a held payment can be cancelled, and one-stage payments are never held.
      return payment ? refusal(400, "invalid_request", "payment_id") : refusal(404, "not_found");
    }
    if (!/^\d+\.\d\d$/.test(asked.amount.value) || asked.amount.currency !== "RUB")
      return refusal(400, "invalid_request", "amount");
    if (kind === "payments") {
      const payment: Payment = {
        id: randomUUID(),
        status: "pending",
        paid: false,
        amount: asked.amount,
        confirmation: { type: "redirect", confirmation_url: `https://yoomoney.ru/checkout?orderId=${randomUUID()}` },
        metadata: asked.metadata ?? {},
        test: true,
      };
      payments.set(payment.id, payment);
      return found(payment);
    }
    const payment = payments.get(asked.payment_id);
    if (payment?.status !== "succeeded") return refusal(400, "invalid_request", "payment_id");
    const given = [...refunds.values()].filter((refund) => refund.payment_id === payment.id);
    const sum = [...given, asked].reduce((total, { amount }) => total + Number(amount.value), 0);
    if (sum > Number(payment.amount.value)) return refusal(400, "invalid_request", "amount");
    const refund: Refund = { id: randomUUID(), payment_id: payment.id, status: "pending", amount: asked.amount };
    refunds.set(refund.id, refund);
    return found(refund);
  }

  return {
    ...server,
    payments,
    refunds,
    /** The shopper pays, or the bank declines, on YooKassa's page. @returns its notification. */
    end: (id: string, status: "succeeded" | "canceled", reason = "general_decline") => {
      const payment = payments.get(id);
      if (!payment) throw new Error(`no payment ${id}`);
      delete payment.confirmation;
      Object.assign(payment, { status, paid: status === "succeeded" });
      if (status === "canceled") payment.cancellation_details = { party: "payment_network", reason };
      return { type: "notification", event: `payment.${status}`, object: structuredClone(payment) };
    },
    endRefund: (id: string, status: "succeeded" | "canceled") => {
      const refund = refunds.get(id);
      if (!refund) throw new Error(`no refund ${id}`);
      refund.status = status;
      return { type: "notification", event: `refund.${status}`, object: structuredClone(refund) };
    },
  };
}
