import { BlockList } from "node:net";
import { z } from "zod";
import { refuse } from "../../platform/http/errors.ts";
import type {
  PaymentRequest,
  ConfirmResult,
  PaymentProvider,
  ProviderPayment,
  ProviderRefund,
  Receipt,
  RefundRequest,
} from "../../platform/payment-provider.ts";
import { refusals } from "../schema.ts";
import {
  createProviderClient,
  parseWebhookBody,
  type ProviderClient,
  type ProviderServices,
  reportUnavailable,
} from "./provider-client.ts";
import {
  createMetadata,
  describePayment,
  getEventSubject,
  parseMetadata,
  recoverByConfirming,
} from "./provider-payments.ts";

const API_URL = "https://api.yookassa.ru/v3";

/**
 * The IP addresses from which YooKassa sends notifications. They are not signed, so the address is checked and the
 * payment is read again.
 */
const webhookSenders = new BlockList();
for (const [network, prefix] of [
  ["185.71.76.0", 27],
  ["185.71.77.0", 27],
  ["77.75.153.0", 25],
  ["77.75.154.128", 25],
  ["77.75.156.11", 32],
  ["77.75.156.35", 32],
] as const)
  webhookSenders.addSubnet(network, prefix, "ipv4");
webhookSenders.addSubnet("2a02:5180::", 32, "ipv6");

/** YooKassa's types of the payment methods chosen in the shop. For others, the shopper chooses on YooKassa's page. */
const methodTypes: Readonly<Record<string, string>> = { card: "bank_card", foreign_card: "bank_card", sbp: "sbp" };

const metadata = z.record(z.string(), z.string()).default({});
const paymentResponse = z.object({
  id: z.string(),
  status: z.enum(["pending", "waiting_for_capture", "succeeded", "canceled"]),
  amount: z.object({ value: z.string(), currency: z.string() }),
  confirmation: z.object({ confirmation_url: z.url({ protocol: /^https$/ }).optional() }).optional(),
  cancellation_details: z.object({ reason: z.string() }).optional(),
  metadata,
});
const refundResponse = z.object({
  id: z.string(),
  status: z.enum(["pending", "succeeded", "canceled"]),
});
const errorResponse = z.object({ code: z.string(), parameter: z.string().optional() });
const notification = z.object({
  event: z.string().max(60),
  object: z.object({
    id: z.string().min(1).max(60),
    status: z.string().max(40).default(""),
    amount: z.object({ value: z.string().max(20) }).optional(),
  }),
});

/**
 * The payment provider YooKassa (API v3): the shopper pays on its page by card, Mir or SBP, with immediate capture.
 * Payments expire there after one hour.
 */
export function createYookassaProvider(services: ProviderServices): PaymentProvider {
  const keys = services.config.yookassa;
  const client = createProviderClient(services, "yookassa", {
    baseUrl: API_URL,
    getCredentials: () => {
      if (keys) return [keys.shopId, keys.secretKey];
      const message = "YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY are not set, but there are payments of YooKassa";
      throw reportUnavailable(services, message, { retryAfterSeconds: 60 });
    },
  });
  const confirm = (request: PaymentRequest) => confirmPayment(client, request);
  return {
    name: "yookassa",
    isTestMode: keys?.secretKey.startsWith("test_") ?? false,
    getCardTokensUrl: () => null,
    issuesReceipts: true,
    confirm,
    // The idempotency key is valid for 24 hours.
    recoverPayment: (request) => recoverByConfirming(confirm(request)),
    getPayment: (ref) => getPayment(client, ref),
    // YooKassa cancels only payments that wait for capture; an abandoned page expires within the hour.
    cancel: async (ref) => {
      const response = await client.post(`/payments/${encodeURIComponent(ref)}/cancel`, `cancel-${ref}`, {});
      return response.status === 200
        ? toProviderPayment(client.parse(response, paymentResponse))
        : getPayment(client, ref);
    },
    refund: (request) => refundPayment(client, services, request),
    getRefund: async (ref) => {
      const refund = await client.get(`/refunds/${encodeURIComponent(ref)}`, refundResponse);
      return refund && toProviderRefund(refund);
    },
    verifyWebhook: async (headers, body) => {
      if (keys?.shouldCheckSenderIp !== false && !isWebhookSender(headers.get("x-client-ip") ?? "")) return null;
      const payload = parseWebhookBody(body, notification);
      const { event, object } = payload;
      // Notifications have no ids: the same state of the same payment counts as the same event.
      const eventId = [object.id, event, object.status, object.amount?.value ?? ""].join("|");
      return { eventId, payload };
    },
    getWebhookSubject: getEventSubject,
  };
}

async function getPayment(client: ProviderClient, ref: string): Promise<ProviderPayment | null> {
  const payment = await client.get(`/payments/${encodeURIComponent(ref)}`, paymentResponse);
  return payment && toProviderPayment(payment);
}

async function confirmPayment(client: ProviderClient, request: PaymentRequest): Promise<ConfirmResult> {
  const response = await client.post("/payments", request.attemptId, buildPaymentBody(request));
  if (response.status === 400 || response.status === 403) {
    const { code, parameter } = errorResponse.catch({ code: "invalid_request" }).parse(response.body);
    return isKeyReused(parameter) ? { outcome: "already_sent" } : { outcome: "refused", reason: parameter ?? code };
  }
  return { outcome: "accepted", payment: toProviderPayment(client.parse(response, paymentResponse)) };
}

async function refundPayment(
  client: ProviderClient,
  { log }: ProviderServices,
  { refundId, ref, orderId, amount, receipt }: RefundRequest,
): Promise<ProviderRefund | null> {
  const refundFields = { payment_id: ref, amount, description: `Заказ ${orderId}: возврат` };
  const body = { ...refundFields, ...(receipt ? { receipt: buildReceiptBody(receipt) } : {}) };
  const response = await client.post("/refunds", refundId, body);
  if (response.status === 200) return toProviderRefund(client.parse(response, refundResponse));
  const { code, parameter } = errorResponse.catch({ code: String(response.status) }).parse(response.body);
  // The refund was requested before with another receipt. It can be requested again when the idempotency key has
  // expired.
  if (isKeyReused(parameter)) throw refuse(refusals, "gateway_unavailable", { retryAfterSeconds: 60 });
  log.error("YooKassa refused a refund", undefined, { refund: refundId, code, parameter });
  return null;
}

/** Whether the provider refused a request because its idempotency key was used with another body. */
function isKeyReused(parameter: string | undefined): boolean {
  return parameter?.toLowerCase() === "idempotence-key";
}

function buildPaymentBody(request: PaymentRequest): object {
  const { amount, locale, returnUrl, method, receipt } = request;
  const type = methodTypes[method];
  return {
    amount,
    capture: true,
    confirmation: { type: "redirect", return_url: returnUrl, locale: locale === "ru-RU" ? "ru_RU" : "en_US" },
    description: describePayment(request),
    metadata: createMetadata(request),
    ...(type ? { payment_method_data: { type } } : {}),
    ...(receipt ? { receipt: buildReceiptBody(receipt) } : {}),
  };
}

function buildReceiptBody({ email, taxSystemCode, items }: Receipt): object {
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

function toProviderPayment(response: z.output<typeof paymentResponse>): ProviderPayment {
  return {
    ref: response.id,
    status: response.status === "waiting_for_capture" ? "pending" : response.status,
    amount: response.amount,
    reason: response.cancellation_details?.reason ?? null,
    actionUrl: response.status === "pending" ? (response.confirmation?.confirmation_url ?? null) : null,
    metadata: parseMetadata(response.metadata),
  };
}

/** Refunds have no metadata at YooKassa, so our refund id is unknown: they are found by their reference only. */
function toProviderRefund({ id, status }: z.output<typeof refundResponse>): ProviderRefund {
  return { ref: id, status, refundId: "" };
}

function isWebhookSender(ip: string): boolean {
  const address = ip.replace(/^::ffff:/i, "");
  return address.includes(":") ? webhookSenders.check(address, "ipv6") : webhookSenders.check(address, "ipv4");
}
