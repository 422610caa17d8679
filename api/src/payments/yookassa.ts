import { BlockList } from "node:net";
import { z } from "zod";
import { commonRefusals, refuse } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";
import { askProvider, basicAuth, parsedWebhook, type ProviderAnswer, understood } from "./provider-http.ts";
import type { Asking, Confirmed, PaymentProvider, ProviderPayment, ProviderRefund, Receipt } from "./provider.ts";
import { refusals } from "./schema.ts";

const API = "https://api.yookassa.ru/v3";

/** Where its notifications come from: nothing signs them, so the address is looked at and the payment read again. */
const senders = new BlockList();
for (const [network, prefix] of [
  ["185.71.76.0", 27],
  ["185.71.77.0", 27],
  ["77.75.153.0", 25],
  ["77.75.154.128", 25],
  ["77.75.156.11", 32],
  ["77.75.156.35", 32],
] as const)
  senders.addSubnet(network, prefix, "ipv4");
senders.addSubnet("2a02:5180::", 32, "ipv6");

/** Ways to pay that a shopper may have chosen in the shop; else he chooses there (card, Mir, SBP and the rest). */
const methodTypes: Readonly<Record<string, string>> = { card: "bank_card", foreign_card: "bank_card", sbp: "sbp" };

const metadata = z.record(z.string(), z.string()).default({});
const paymentAnswer = z.object({
  id: z.string(),
  status: z.enum(["pending", "waiting_for_capture", "succeeded", "canceled"]),
  amount: z.object({ value: z.string(), currency: z.string() }),
  confirmation: z.object({ confirmation_url: z.url({ protocol: /^https$/ }).optional() }).optional(),
  cancellation_details: z.object({ reason: z.string() }).optional(),
  metadata,
});
const refundAnswer = z.object({
  id: z.string(),
  status: z.enum(["pending", "succeeded", "canceled"]),
});
const refusalAnswer = z.object({ code: z.string(), parameter: z.string().optional() });
const notification = z.object({
  event: z.string().max(60),
  object: z.object({
    id: z.string().min(1).max(60),
    status: z.string().max(40).default(""),
    amount: z.object({ value: z.string().max(20) }).optional(),
  }),
});

/** YooKassa (API v3): the shopper pays on its page by card, Mir or SBP, in one stage. Payments there live for an hour. */
export function yookassaProvider(house: House): PaymentProvider {
  const keys = house.config.yookassa;

  async function ask(
    method: "GET" | "POST",
    path: string,
    write?: { key: string; body: object },
  ): Promise<ProviderAnswer> {
    if (!keys) {
      house.log.error("YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY are not set, but there are payments of YooKassa");
      throw refuse(refusals, "gateway_unavailable", { retryAfterSeconds: 60 });
    }
    return askProvider(house, "yookassa", {
      method,
      url: `${API}${path}`,
      authorization: basicAuth(keys.shopId, keys.secretKey),
      ...(write ? { idempotenceKey: write.key, body: write.body } : {}),
    });
  }

  async function readObject<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
    const answer = await ask("GET", path);
    return answer.status === 404 ? null : understood(house, "yookassa", answer, schema);
  }

  async function read(ref: string): Promise<ProviderPayment | null> {
    const found = await readObject(`/payments/${encodeURIComponent(ref)}`, paymentAnswer);
    return found && toPayment(found);
  }

  async function confirm(asked: Asking): Promise<Confirmed> {
    const answer = await ask("POST", "/payments", { key: asked.attemptId, body: paymentBody(asked) });
    if (answer.status === 400 || answer.status === 403) {
      const { code, parameter } = refusalAnswer.catch({ code: "invalid_request" }).parse(answer.body);
      return isKeyReused(parameter) ? { outcome: "already_sent" } : { outcome: "refused", reason: parameter ?? code };
    }
    return { outcome: "accepted", payment: toPayment(understood(house, "yookassa", answer, paymentAnswer)) };
  }

  return {
    name: "yookassa",
    testMode: keys?.secretKey.startsWith("test_") ?? false,
    cardTokensUrl: () => null,
    makesReceipts: true,
    confirm,

    // The same key and body give the first answer again for a day.
    recover: async (asked) => {
      const again = await confirm(asked);
      return again.outcome === "accepted" ? again.payment : null;
    },

    read,

    // Only what waits for its capture can be cancelled there; a page nobody paid on ends by itself within the hour.
    cancel: async (ref) => {
      const path = `/payments/${encodeURIComponent(ref)}/cancel`;
      const answer = await ask("POST", path, { key: `cancel-${ref}`, body: {} });
      return answer.status === 200 ? toPayment(understood(house, "yookassa", answer, paymentAnswer)) : read(ref);
    },

    refund: async ({ refundId, ref, orderId, amount, receipt }) => {
      const about = { payment_id: ref, amount, description: `Заказ ${orderId}: возврат` };
      const body = { ...about, ...(receipt ? { receipt: receiptBody(receipt) } : {}) };
      const answer = await ask("POST", "/refunds", { key: refundId, body });
      if (answer.status === 200) return toRefund(understood(house, "yookassa", answer, refundAnswer));
      const { code, parameter } = refusalAnswer.catch({ code: String(answer.status) }).parse(answer.body);
      // It was asked before with another receipt: how that ended is asked again once the key is forgotten there.
      if (isKeyReused(parameter)) throw refuse(refusals, "gateway_unavailable", { retryAfterSeconds: 60 });
      house.log.error("YooKassa refused a refund", undefined, { refund: refundId, code, parameter });
      return null;
    },

    readRefund: async (ref) => {
      const found = await readObject(`/refunds/${encodeURIComponent(ref)}`, refundAnswer);
      return found && toRefund(found);
    },

    verifyWebhook: async (headers, body) => {
      if (keys?.checkAddress !== false && !isSender(headers.get("x-client-ip") ?? "")) return null;
      const payload = notification.safeParse(parsedWebhook(body));
      if (!payload.success) throw refuse(commonRefusals, "malformed");
      const { event, object } = payload.data;
      // It gives its events no ids: the same news of the same payment is the same event.
      const eventId = [object.id, event, object.status, object.amount?.value ?? ""].join("|");
      return { eventId, payload: payload.data };
    },

    subjectOf: (payload) => {
      const { event, object } = notification.parse(payload);
      const kind = /^(payment|refund)\./.exec(event)?.[1];
      return kind === "payment" || kind === "refund" ? { kind, ref: object.id } : { kind: "other" };
    },
  };
}

function isKeyReused(parameter: string | undefined): boolean {
  return parameter?.toLowerCase() === "idempotence-key";
}

function paymentBody(asked: Asking): object {
  const { orderId, paymentId, attemptId, amount, locale, returnUrl, method, receipt } = asked;
  const type = methodTypes[method];
  return {
    amount,
    capture: true,
    confirmation: { type: "redirect", return_url: returnUrl, locale: locale === "ru-RU" ? "ru_RU" : "en_US" },
    description: `${locale === "ru-RU" ? "Заказ" : "Order"} ${orderId}`,
    metadata: { attempt_id: attemptId, payment_id: paymentId, order_id: String(orderId) },
    ...(type ? { payment_method_data: { type } } : {}),
    ...(receipt ? { receipt: receiptBody(receipt) } : {}),
  };
}

function receiptBody({ email, taxSystemCode, items }: Receipt): object {
  return {
    customer: { email },
    ...(taxSystemCode === null ? {} : { tax_system_code: taxSystemCode }),
    items: items.map(({ description, quantity, amount, vatCode, subject }) => ({
      description: description.slice(0, 128),
      quantity,
      amount,
      vat_code: vatCode,
      payment_subject: subject,
      payment_mode: subject === "payment" ? "advance" : "full_prepayment",
    })),
  };
}

function toPayment(told: z.output<typeof paymentAnswer>): ProviderPayment {
  const { attempt_id = "", payment_id = "", order_id = "" } = told.metadata;
  return {
    ref: told.id,
    status: told.status === "waiting_for_capture" ? "pending" : told.status,
    amount: told.amount,
    reason: told.cancellation_details?.reason ?? null,
    actionUrl: told.status === "pending" ? (told.confirmation?.confirmation_url ?? null) : null,
    about: { attemptId: attempt_id, paymentId: payment_id, orderId: order_id },
  };
}

function toRefund({ id, status }: z.output<typeof refundAnswer>): ProviderRefund {
  return { ref: id, status, refundId: "" };
}

function isSender(ip: string): boolean {
  const plain = ip.replace(/^::ffff:/i, "");
  return plain.includes(":") ? senders.check(plain, "ipv6") : senders.check(plain, "ipv4");
}
