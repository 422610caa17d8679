import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { PlacedOrder } from "../../api/src/checkout/schema.ts";
import { type ShopAccess, simulatePayment } from "./simulated-shopper.ts";

const CANCELED_SHARE = 0.25;
const ABANDONED_SHARE = 0.1;

type Shopping = Readonly<{
  shop: ShopAccess;
  random: () => number;
  isOver: () => boolean;
  /** Receives the ids of the orders that were confirmed. */
  orders: number[];
  /** How long a shopper thinks before the next order, in milliseconds. */
  pauseMs?: number;
}>;

/** Fills a cart, orders, and pays or leaves; sometimes cancels afterwards. */
export async function orderUntilOver(shopping: Shopping, token: string, productIds: readonly number[]): Promise<void> {
  const { shop, random, isOver, orders, pauseMs = 0 } = shopping;
  const post = (path: string, body: object, key?: string) => postToApi(shop, token, { path, body, key });
  while (!isOver()) {
    await sleep(pauseMs);
    const productId = productIds[Math.floor(random() * productIds.length)];
    const cart = await post("/v1/user/cart", [{ product_id: productId, qty: 1 + Math.floor(random() * 2) }]);
    const total = Number(/"total_price":(\d+(?:\.\d+)?)/.exec(cart.text)?.[1] ?? 0);
    const key = randomUUID();
    const body = { agree: true, agree_offer: true, duty_confirmed: true, expected_total: total };
    let placed = await post("/v1/user/orders", body, key);
    // An answer that never came is asked for again with the same key.
    for (let tries = 0; placed.status === 0 && tries < 20; tries++) {
      await sleep(300);
      placed = await post("/v1/user/orders", body, key);
    }
    if (placed.status !== 201) {
      await sleep(200);
      continue;
    }
    const { order, payment } = (JSON.parse(placed.text) as { data: PlacedOrder }).data;
    orders.push(order.id);
    if (random() < ABANDONED_SHARE) continue;
    await simulatePayment(shop, payment.id, random);
    if (random() < CANCELED_SHARE) await post(`/v1/user/orders/${order.id}/cancel`, {});
  }
}

/** @returns status 0 if there was no answer */
async function postToApi(
  { api, send = fetch }: ShopAccess,
  token: string,
  { path, body, key }: { path: string; body: object; key: string | undefined },
) {
  const headers = {
    ...{ authorization: `Bearer ${token}`, "content-type": "application/json", "accept-language": "ru-RU" },
    ...(key ? { "idempotency-key": key } : {}),
  };
  try {
    const response = await send(api + path, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: response.status >= 500 ? 0 : response.status, text: await response.text() };
  } catch {
    return { status: 0, text: "" };
  }
}
