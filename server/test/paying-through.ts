import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createPayment } from "../../api/src/payments/service.ts";
import type { Payment } from "../../api/src/payments/schema.ts";
import { type Db, withTransaction } from "../../api/src/platform/db.ts";
import type { DyingShop } from "./dying-shop.ts";

export const testCards = [
  "4242424242424242",
  "4000000000000002",
  "4000000000003220",
  "4000000000000341",
  "4000000000000259",
  "4000000000000119",
] as const;
const GOOD_CARD = testCards[0];
const GIVES_UP_MS = 30_000;

/** A customer for all of the orders. */
export async function aPayer(db: Db): Promise<number> {
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

/** An order of some sum that waits for its money until `payUntil`. @returns its payment. */
export async function anOrderToPay(db: Db, customerId: number, totalMinor: number, payUntil: Date): Promise<string> {
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
 * What a shopper does with a payment: types cards, confirms with the bank or walks away, looks again. Whatever does not
 * answer is asked again, as a browser's reload does, until it is decided or he has had enough.
 */
export async function payThrough({ api, gateway }: DyingShop, paymentId: string, chance: () => number): Promise<void> {
  const until = Date.now() + GIVES_UP_MS;
  let card: string = testCards[Math.floor(chance() * testCards.length)] ?? GOOD_CARD;
  const path = `${api}/v1/payments/${paymentId}`;
  while (Date.now() < until) {
    const payment = await dataOf<Payment>(path);
    if (payment?.status === "success" || payment?.status === "cancelled") return;
    if (payment?.action.type === "redirect" && payment.action.url) {
      if (chance() < 0.15) return;
      const body = new URLSearchParams({ answer: chance() < 0.7 ? "confirm" : "refuse" });
      await fetch(payment.action.url, { method: "POST", body, redirect: "manual" }).catch(() => null);
    } else if (payment?.action.type === "card_form") {
      if (payment.status === "error" && chance() < 0.3) return;
      await payOnce(path, gateway, card, until);
      card = GOOD_CARD;
    }
    await sleep(200);
  }
}

/** One card, under one key: sent again until it is answered, sometimes twice at once. */
async function payOnce(path: string, gateway: string, number: string, until: number): Promise<void> {
  const typed = { number, expiry: "12/39", cvc: "123", holder: "ANNA IVANOVA" };
  const tokens = await send<{ token?: string }>(`${gateway}/sandbox-gateway/tokens`, typed, until);
  if (!tokens?.token) return;
  const key = randomUUID();
  const confirm = () => send(`${path}/confirm`, { card_token: tokens.token }, until, key);
  await (number === GOOD_CARD ? Promise.all([confirm(), confirm()]) : confirm());
}

async function dataOf<T>(url: string): Promise<T | null> {
  try {
    const answer = await fetch(url);
    return answer.ok ? ((await answer.json()) as { data: T }).data : null;
  } catch {
    return null;
  }
}

/** Posts until something else than a failure is answered. */
async function send<T>(url: string, body: object, until: number, key?: string): Promise<T | null> {
  while (Date.now() < until) {
    try {
      const headers = { "content-type": "application/json", ...(key ? { "idempotency-key": key } : {}) };
      const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
      if (answer.status < 500) return (await answer.json()) as T;
    } catch {
      // The process is gone: the next one is on its way.
    }
    await sleep(150);
  }
  return null;
}
