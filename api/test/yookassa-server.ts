import { randomUUID } from "node:crypto";
import {
  type ProviderResponse,
  createIdempotentResponder,
  type ProviderCall,
  openProviderServer,
} from "./provider-server.ts";

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

const createError = (status: number, code: string, parameter?: string): ProviderResponse => ({
  status,
  body: { type: "error", id: randomUUID(), code, description: code, ...(parameter ? { parameter } : {}) },
});

/**
 * Starts a fake of YooKassa, following its API reference: states, errors and idempotency keys; tests play the shopper.
 */
export async function openYookassaServer(shopId: string, secretKey: string) {
  const payments = new Map<string, Payment>();
  const refunds = new Map<string, Refund>();
  const respondOnce = createIdempotentResponder(createError(400, "invalid_request", "Idempotence-Key"));
  const credentials = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString("base64")}`;
  const respondWith = (object: object | undefined): ProviderResponse =>
    object ? { status: 200, body: structuredClone(object) } : createError(404, "not_found");

  const server = await openProviderServer("api.yookassa.ru", (call) => {
    if (call.headers.authorization !== credentials) return createError(401, "invalid_credentials");
    const [, , resource = "", id = "", action] = call.path.split("/");
    if (call.method === "GET") return respondWith(resource === "payments" ? payments.get(id) : refunds.get(id));
    const key = String(call.headers["idempotence-key"] ?? "");
    if (key === "" || key.length > 64) return createError(400, "invalid_request", "Idempotence-Key");
    return respondOnce(key, call.path + call.body, () => handleWrite(call, resource, id, action));
  });

  function handleWrite(call: ProviderCall, resource: string, id: string, action: string | undefined): ProviderResponse {
    const requestBody = JSON.parse(call.body) as {
      amount: Amount;
      metadata?: Record<string, string>;
      payment_id: string;
    };
    if (action === "cancel") {
      const payment = payments.get(id);
      // Only an authorized (two-stage) payment can be canceled; one-stage payments never are.
      return payment ? createError(400, "invalid_request", "payment_id") : createError(404, "not_found");
    }
    if (!/^\d+\.\d\d$/.test(requestBody.amount.value) || requestBody.amount.currency !== "RUB")
      return createError(400, "invalid_request", "amount");
    if (resource === "payments") {
      const payment: Payment = {
        id: randomUUID(),
        status: "pending",
        paid: false,
        amount: requestBody.amount,
        confirmation: { type: "redirect", confirmation_url: `https://yoomoney.ru/checkout?orderId=${randomUUID()}` },
        metadata: requestBody.metadata ?? {},
        test: true,
      };
      payments.set(payment.id, payment);
      return respondWith(payment);
    }
    const payment = payments.get(requestBody.payment_id);
    if (payment?.status !== "succeeded") return createError(400, "invalid_request", "payment_id");
    const earlierRefunds = [...refunds.values()].filter((refund) => refund.payment_id === payment.id);
    const refundedTotal = [...earlierRefunds, requestBody].reduce(
      (total, { amount }) => total + Number(amount.value),
      0,
    );
    if (refundedTotal > Number(payment.amount.value)) return createError(400, "invalid_request", "amount");
    const refund: Refund = { id: randomUUID(), payment_id: payment.id, status: "pending", amount: requestBody.amount };
    refunds.set(refund.id, refund);
    return respondWith(refund);
  }

  return {
    ...server,
    payments,
    refunds,
    /** Completes or declines the payment on YooKassa's page. @returns the notification. */
    endPayment: (id: string, status: "succeeded" | "canceled", reason = "general_decline") => {
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
