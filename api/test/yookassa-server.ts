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
type RequestBody = { amount: Amount; metadata?: Record<string, string>; payment_id: string };
type Notification = { type: "notification"; event: string; object: object };

/**
 * Starts a fake of YooKassa, following its API reference: states, errors and idempotency keys. `endPayment` and
 * `endRefund` are what the shopper and the bank do.
 */
export async function openYookassaServer(shopId: string, secretKey: string) {
  const yookassa = new FakeYookassa(shopId, secretKey);
  const server = await openProviderServer("api.yookassa.ru", (call) => yookassa.handleCall(call));
  return {
    ...server,
    payments: yookassa.payments,
    refunds: yookassa.refunds,
    endPayment: (id: string, status: "succeeded" | "canceled", reason?: string) =>
      yookassa.endPayment(id, status, reason),
    endRefund: (id: string, status: "succeeded" | "canceled") => yookassa.endRefund(id, status),
  };
}

class FakeYookassa {
  readonly payments = new Map<string, Payment>();
  readonly refunds = new Map<string, Refund>();
  readonly #credentials: string;
  readonly #respondOnce = createIdempotentResponder(createError(400, "invalid_request", "Idempotence-Key"));

  constructor(shopId: string, secretKey: string) {
    this.#credentials = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString("base64")}`;
  }

  handleCall(call: ProviderCall): ProviderResponse {
    if (call.headers.authorization !== this.#credentials) return createError(401, "invalid_credentials");
    const [, , resource = "", id = "", action] = call.path.split("/");
    if (call.method === "GET")
      return respondWith(resource === "payments" ? this.payments.get(id) : this.refunds.get(id));
    const key = String(call.headers["idempotence-key"] ?? "");
    if (key === "" || key.length > 64) return createError(400, "invalid_request", "Idempotence-Key");
    return this.#respondOnce(key, call.path + call.body, () => {
      if (action === "cancel") return this.#cancelPayment(id);
      const body = JSON.parse(call.body) as RequestBody;
      if (!/^\d+\.\d\d$/.test(body.amount.value) || body.amount.currency !== "RUB")
        return createError(400, "invalid_request", "amount");
      return resource === "payments" ? this.#createPayment(body) : this.#createRefund(body);
    });
  }

  /**
   * Completes or declines the payment on YooKassa's page.
   * @returns the notification
   */
  endPayment(id: string, status: "succeeded" | "canceled", reason = "general_decline"): Notification {
    const payment = this.payments.get(id);
    if (!payment) throw new Error(`no payment ${id}`);
    delete payment.confirmation;
    Object.assign(payment, { status, paid: status === "succeeded" });
    if (status === "canceled") payment.cancellation_details = { party: "payment_network", reason };
    return { type: "notification", event: `payment.${status}`, object: structuredClone(payment) };
  }

  /**
   * Executes or declines a refund.
   * @returns the notification
   */
  endRefund(id: string, status: "succeeded" | "canceled"): Notification {
    const refund = this.refunds.get(id);
    if (!refund) throw new Error(`no refund ${id}`);
    refund.status = status;
    return { type: "notification", event: `refund.${status}`, object: structuredClone(refund) };
  }

  /** Refuses, since only an authorized (two-stage) payment can be canceled, and the fake has one-stage payments only. */
  #cancelPayment(id: string): ProviderResponse {
    return this.payments.has(id) ? createError(400, "invalid_request", "payment_id") : createError(404, "not_found");
  }

  #createPayment({ amount, metadata = {} }: RequestBody): ProviderResponse {
    const payment: Payment = {
      id: randomUUID(),
      status: "pending",
      paid: false,
      amount,
      confirmation: { type: "redirect", confirmation_url: `https://yoomoney.ru/checkout?orderId=${randomUUID()}` },
      metadata,
      test: true,
    };
    this.payments.set(payment.id, payment);
    return respondWith(payment);
  }

  #createRefund({ amount, payment_id }: RequestBody): ProviderResponse {
    const payment = this.payments.get(payment_id);
    if (payment?.status !== "succeeded") return createError(400, "invalid_request", "payment_id");
    const earlierRefunds = [...this.refunds.values()].filter((refund) => refund.payment_id === payment.id);
    const refundedTotal = [...earlierRefunds.map((refund) => refund.amount), amount].reduce(
      (total, { value }) => total + Number(value),
      0,
    );
    if (refundedTotal > Number(payment.amount.value)) return createError(400, "invalid_request", "amount");
    const created: Refund = { id: randomUUID(), payment_id: payment.id, status: "pending", amount };
    this.refunds.set(created.id, created);
    return respondWith(created);
  }
}

function respondWith(object: object | undefined): ProviderResponse {
  return object ? { status: 200, body: structuredClone(object) } : createError(404, "not_found");
}

function createError(status: number, code: string, parameter?: string): ProviderResponse {
  return {
    status,
    body: { type: "error", id: randomUUID(), code, description: code, ...(parameter ? { parameter } : {}) },
  };
}
