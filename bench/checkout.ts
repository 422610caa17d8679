import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTestCustomer } from "../api/src/account/fixtures.ts";
import { openDb } from "../api/src/platform/db/connection-pool.ts";
import { startStorefront } from "../e2e/storefront.ts";
import { startPostgres } from "../server/src/embedded-postgres/embedded-postgres.ts";
import { createShoppers, prepareProducts, restock } from "../server/test/checkout-products.ts";
import { checkConsistency } from "./checkout-consistency.ts";
import type { Report } from "./measure.ts";

const SHOPPER_COUNT = 200;
const WRITES_PER_SECOND = 100;
const MAX_LINES = 3;
const MAX_QUANTITY = 2;
const WARM_UP_SECONDS = 3;
const BACK_OFF_MS = 500;

type TextResponse = { status: number; text: string };
type Item = { product: { id: number }; option_id: number };
/** Posts a body as a customer with a session token, and with an idempotency key if there is one. */
type SendRequest = (path: string, token: string, body: object, key?: string) => Promise<TextResponse>;

/**
 * Two hundred shoppers fill carts and order from fifty scarce products on two server processes with one database;
 * afterwards the stock is checked: initial stock, restocks and sales must match.
 */
export async function measureCheckout(dataDir: string, seconds: number, report: Report): Promise<void> {
  const postgres = await startPostgres(join(dataDir, "postgres"));
  const servers = [await startStorefront(dataDir), await startStorefront(dataDir, { DEMO: "0" })];
  const { db } = openDb(postgres.connection, () => undefined, 4);
  const agent = new Agent({ keepAlive: true, maxSockets: SHOPPER_COUNT });
  try {
    const productIds = await prepareProducts(db);
    const shoppers = await createShoppers(db, SHOPPER_COUNT, () =>
      createTestCustomer(db, { email: `${randomUUID()}@example.test`, signedInAt: new Date() }),
    );
    const sendRequest = createSender(
      servers.map((server) => server.origin),
      agent,
    );
    // Warms the processes up.
    await measureWrites(sendRequest, shoppers, productIds, WARM_UP_SECONDS);
    const { durations, failed } = await measureWrites(sendRequest, shoppers, productIds, Math.min(seconds, 10));
    const p95 = durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.95)] ?? Number.NaN;
    report(`cart writes at ${WRITES_PER_SECOND} per second`, `p95 ${p95.toFixed(1)} ms, ${failed} failed`, "p95 30 ms");

    const deadline = performance.now() + seconds * 1000;
    const restocking = restock(db, productIds, deadline);
    const results = await Promise.all(
      shoppers.map((token) => placeOrdersUntil(sendRequest, token, productIds, deadline)),
    );
    const stockTotal = await restocking;
    const sum = (getCount: (result: ShopperResult) => number) =>
      results.reduce((total, result) => total + getCount(result), 0);
    const ordered = sum((result) => result.ordered);
    report(
      `orders of ${SHOPPER_COUNT} shoppers, two processes`,
      `${(ordered / seconds).toFixed(0)} orders/s`,
      "100 orders/s",
    );
    report("orders refused because of stock or a changed cart", String(sum((result) => result.refused)));
    report("orders rejected by an overloaded process", String(sum((result) => result.rejected)));
    report("unexpected responses (must be 0)", String(sum((result) => result.unexpected)), "0");
    for (const [label, measured, target] of await checkConsistency(db, productIds, stockTotal, ordered))
      report(label, measured, target);
  } finally {
    agent.destroy();
    await db.destroy();
    for (const server of servers.toReversed()) await server.stop();
    await postgres.stop();
  }
}

/** Sends requests to the servers in turn over keep-alive connections, to use little CPU time for the client. */
function createSender(origins: readonly string[], agent: Agent): SendRequest {
  let requestCount = 0;
  return async (path, token, body, key) => {
    const payload = Buffer.from(JSON.stringify(body));
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": payload.length,
      "accept-language": "ru-RU",
      ...(key ? { "idempotency-key": key } : {}),
    };
    const response = await new Promise<TextResponse>((resolve, reject) => {
      request(
        `${origins[requestCount++ % origins.length] ?? ""}${path}`,
        { method: "POST", agent, headers },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          );
          response.on("error", reject);
        },
      )
        .on("error", reject)
        .end(payload);
    });
    // Backs off from an overloaded process.
    if (response.status === 503) await sleep(BACK_OFF_MS);
    return response;
  };
}

/** Reads the total of a cart without parsing the response: a line has no property of this name. */
function getTotal({ text }: TextResponse): number {
  return Number(/"total_price":(\d+(?:\.\d+)?)/.exec(text)?.[1] ?? 0);
}

/** Returns the cart lines in a response of the cart, or of an order that was refused because the cart has changed. */
function getLines({ status, text }: TextResponse): Item[] {
  if (status === 503) return [];
  const { data } = JSON.parse(text) as { data?: { cart?: CartLines } & CartLines };
  return (data?.cart ?? data)?.cart_items?.items ?? [];
}
type CartLines = { cart_items?: { items: Item[] } };

/** Changes carts at a constant rate. @returns the durations of the requests in ms, and the number of failed ones */
async function measureWrites(
  sendRequest: SendRequest,
  shoppers: readonly string[],
  productIds: readonly number[],
  seconds: number,
) {
  const durations: number[] = [];
  let failed = 0;
  const startedAt = performance.now();
  const writes = [];
  for (let index = 0; index < WRITES_PER_SECOND * seconds; index++) {
    const delayMs = startedAt + (index * 1000) / WRITES_PER_SECOND - performance.now();
    if (delayMs > 0) await sleep(delayMs);
    const sentAt = performance.now();
    const lines = [{ product_id: productIds[index % productIds.length], qty: 1 + (index % 2) }];
    writes.push(
      sendRequest("/v1/user/cart", shoppers[index % shoppers.length] ?? "", lines).then(({ status }) => {
        durations.push(performance.now() - sentAt);
        if (status !== 200) failed++;
      }),
    );
  }
  await Promise.all(writes);
  return { durations, failed };
}

/** The numbers of orders of one shopper: placed, refused by the shop, rejected because of overload, and other results. */
type ShopperResult = { ordered: number; refused: number; rejected: number; unexpected: number };

/** Fills the cart of a shopper and orders it, again and again. @param deadline in the time of `performance.now()` */
async function placeOrdersUntil(
  sendRequest: SendRequest,
  token: string,
  productIds: readonly number[],
  deadline: number,
): Promise<ShopperResult> {
  const result: ShopperResult = { ordered: 0, refused: 0, rejected: 0, unexpected: 0 };
  while (performance.now() < deadline) {
    const lines = Array.from({ length: 1 + Math.floor(Math.random() * MAX_LINES) }, () => ({
      product_id: productIds[Math.floor(Math.random() * productIds.length)],
      qty: 1 + Math.floor(Math.random() * MAX_QUANTITY),
    }));
    const cart = await sendRequest("/v1/user/cart", token, lines);
    const body = { agree: true, agree_offer: true, duty_confirmed: true, expected_total: getTotal(cart) };
    const orderResponse = await sendRequest("/v1/user/orders", token, body, randomUUID());
    const { status } = orderResponse;
    if (status === 201) result.ordered++;
    else if (status === 409 || status === 422) result.refused++;
    else if (status === 503) result.rejected++;
    else result.unexpected++;
    // Removes lines that cannot be ordered, so that they do not block the next order.
    const remaining = status === 201 ? [] : [orderResponse, cart].map(getLines).find((lines) => lines.length > 0);
    const removals = (remaining ?? []).map(({ product, option_id }) => ({ product_id: product.id, option_id, qty: 0 }));
    if (removals.length > 0) await sendRequest("/v1/user/cart", token, removals);
  }
  return result;
}
