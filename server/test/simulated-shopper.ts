import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createPayment } from "../../api/src/payments/create-payment.ts";
import type { Payment } from "../../api/src/payments/schema.ts";
import { type Db, withTransaction } from "../../api/src/platform/db/database.ts";

export const testCards = [
  "4242424242424242",
  "4000000000000002",
  "4000000000003220",
  "4000000000000341",
  "4000000000000259",
  "4000000000000119",
] as const;
const VALID_CARD = testCards[0];
/** A limit for payments that hang, also on slow or busy machines. */
const TIMEOUT_MS = 240_000;

/** The origins of API and gateway, and how requests are sent to them; by default with `fetch`. */
export type ShopAccess = Readonly<{ api: string; gateway: string; send?: typeof fetch }>;

/** Creates a customer for all orders. */
export async function createCustomer(db: Db): Promise<number> {
  const { id } = await db
    .insertInto("customers")
    .values({
      email: `${randomUUID()}@example.test`,
      password_hash: "none",
      name: "Anna",
      phone: "+79001234567",
      locale: "ru-RU",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Creates an order that can be paid until `payUntil`.
 * @returns the id of its payment.
 */
export async function createUnpaidOrder(
  db: Db,
  customerId: number,
  totalMinor: number,
  payUntil: Date,
): Promise<string> {
  const id = randomInt(100_000_000, 1_000_000_000);
  return withTransaction(db, async (tx) => {
    await tx
      .insertInto("orders")
      .values({
        id,
        customer_id: customerId,
        status: "awaiting_payment",
        locale: "ru-RU",
        currency: "RUB",
        rub_per_unit: "1",
        products_minor: totalMinor,
        delivery_minor: 0,
        total_minor: totalMinor,
        products_rub_minor: totalMinor,
        address: JSON.stringify({ country: "RU" }),
        shipping_method_id: 1,
        shipping_name: "EMS",
        payment_method: "card",
        weight_g: 500,
        pay_until: payUntil,
      })
      .execute();
    const order = { id, totalMinor, currency: "RUB", payUntil, method: "card", country: "RU" };
    return (await createPayment(tx, order, { providers: ["sandbox"] })).id;
  });
}

/**
 * Simulates a shopper: enters cards, confirms with the bank or leaves, and polls. Requests without a response are
 * repeated, like by a page reload, until the payment is final or the timeout is reached.
 */
export async function simulatePayment(
  { api, gateway, send = fetch }: ShopAccess,
  paymentId: string,
  random: () => number,
): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  let card: string = testCards[Math.floor(random() * testCards.length)] ?? VALID_CARD;
  const path = `${api}/v1/payments/${paymentId}`;
  while (Date.now() < deadline) {
    const payment = await fetchData<Payment>(send, path);
    if (payment?.status === "success" || payment?.status === "cancelled") return;
    if (payment?.action.type === "redirect" && payment.action.url) {
      if (random() < 0.15) return;
      const body = new URLSearchParams({ answer: random() < 0.7 ? "confirm" : "refuse" });
      await send(payment.action.url, { method: "POST", body, redirect: "manual" }).catch(() => null);
    } else if (payment?.action.type === "card_form") {
      if (payment.status === "error" && random() < 0.3) return;
      await payWithCard(send, { path, gateway }, card, deadline);
      card = VALID_CARD;
    }
    await sleep(200);
  }
}

/** Pays with one card and one idempotency key: repeats until there is a response, sometimes twice concurrently. */
async function payWithCard(
  send: typeof fetch,
  { path, gateway }: { path: string; gateway: string },
  number: string,
  deadline: number,
): Promise<void> {
  const cardDetails = { number, expiry: "12/39", cvc: "123", holder: "ANNA IVANOVA" };
  const tokens = await postUntilAnswered<{ token?: string }>(
    send,
    `${gateway}/sandbox-gateway/tokens`,
    cardDetails,
    deadline,
  );
  if (!tokens?.token) return;
  const key = randomUUID();
  const confirm = () => postUntilAnswered(send, `${path}/confirm`, { card_token: tokens.token }, deadline, key);
  await (number === VALID_CARD ? Promise.all([confirm(), confirm()]) : confirm());
}

async function fetchData<T>(send: typeof fetch, url: string): Promise<T | null> {
  try {
    const response = await send(url);
    return response.ok ? ((await response.json()) as { data: T }).data : null;
  } catch {
    return null;
  }
}

/** Posts until the response is not a server error. */
async function postUntilAnswered<T>(
  send: typeof fetch,
  url: string,
  body: object,
  deadline: number,
  key?: string,
): Promise<T | null> {
  while (Date.now() < deadline) {
    try {
      const headers = { "content-type": "application/json", ...(key ? { "idempotency-key": key } : {}) };
      const response = await send(url, { method: "POST", headers, body: JSON.stringify(body) });
      if (response.status < 500) return (await response.json()) as T;
    } catch {
      // The process was killed and is being restarted.
    }
    await sleep(150);
  }
  return null;
}
