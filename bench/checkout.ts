import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { aCustomer } from "../api/src/account/fixtures.ts";
import { openDb } from "../api/src/platform/db.ts";
import { startBuiltShop } from "../e2e/built-shop.ts";
import { startPostgres } from "../server/src/postgres.ts";
import { makeShoppers, pickGoods, restock } from "./checkout-goods.ts";
import { judgeLedger } from "./checkout-ledger.ts";
import type { Note } from "./measure.ts";

const SHOPPERS = 200;
const WRITES_PER_SECOND = 100;
const MOST_LINES = 3;
const MOST_PIECES = 2;
const WARM_SECONDS = 3;
const BACK_OFF_MS = 500;

type Answer = { status: number; text: string };
type Item = { product: { id: number }; option_id: number };
type Ask = (path: string, token: string, body: object, key?: string) => Promise<Answer>;

/**
 * Two hundred shoppers build carts and order from fifty scarce products at two server processes on one database, then
 * every piece is looked for: what was there, what came, what was sold.
 */
export async function measureCheckout(dataDir: string, seconds: number, note: Note): Promise<void> {
  const postgres = await startPostgres(join(dataDir, "postgres"));
  const shops = [await startBuiltShop(dataDir), await startBuiltShop(dataDir, { DEMO: "0" })];
  const { db } = openDb(postgres.connection, () => undefined, 4);
  const agent = new Agent({ keepAlive: true, maxSockets: SHOPPERS });
  try {
    const goods = await pickGoods(db);
    const shoppers = await makeShoppers(db, SHOPPERS, () =>
      aCustomer(db, { email: `${randomUUID()}@example.test`, at: new Date() }),
    );
    const ask = askerOf(
      shops.map((shop) => shop.origin),
      agent,
    );
    // The first seconds of a process are those of no other.
    await paceWrites(ask, shoppers, goods, WARM_SECONDS);
    const { times, failed } = await paceWrites(ask, shoppers, goods, Math.min(seconds, 10));
    const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
    note(`cart write at ${WRITES_PER_SECOND} a second`, `p95 ${p95.toFixed(1)} ms, ${failed} failed`, "p95 30 ms");

    const until = performance.now() + seconds * 1000;
    const came = restock(db, goods, until);
    const told = await Promise.all(shoppers.map((token) => shopUntil(ask, token, goods, until)));
    const restocked = await came;
    const sum = (of: (one: Told) => number) => told.reduce((total, one) => total + of(one), 0);
    const ordered = sum((one) => one.ordered);
    note(`orders of ${SHOPPERS} shoppers, two processes`, `${(ordered / seconds).toFixed(0)} orders/s`, "100 orders/s");
    note("orders refused for want of goods or a changed cart", String(sum((one) => one.refused)));
    note("orders turned away by a busy process", String(sum((one) => one.turnedAway)));
    note("answers that are none (must be 0)", String(sum((one) => one.broken)), "0");
    for (const [what, reached, wanted] of await judgeLedger(db, goods, restocked, ordered)) note(what, reached, wanted);
  } finally {
    agent.destroy();
    await db.destroy();
    for (const shop of shops.toReversed()) await shop.stop();
    await postgres.stop();
  }
}

/** Asks the shops in turn, over connections that are kept: what the driver burns, the shops do not get. */
function askerOf(origins: readonly string[], agent: Agent): Ask {
  let turn = 0;
  return async (path, token, body, key) => {
    const sent = Buffer.from(JSON.stringify(body));
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": sent.length,
      "accept-language": "ru-RU",
      ...(key ? { "idempotency-key": key } : {}),
    };
    const answer = await new Promise<Answer>((resolve, reject) => {
      request(`${origins[turn++ % origins.length] ?? ""}${path}`, { method: "POST", agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
        response.on("error", reject);
      })
        .on("error", reject)
        .end(sent);
    });
    // A process that cannot keep up wants to be left alone for a moment.
    if (answer.status === 503) await sleep(BACK_OFF_MS);
    return answer;
  };
}

/** The total of a cart, without reading all of its answer: a line has no sum of this name. */
function totalIn({ text }: Answer): number {
  return Number(/"total_price":(\d+(?:\.\d+)?)/.exec(text)?.[1] ?? 0);
}

/** The lines of a cart that an answer brings. */
function linesIn({ status, text }: Answer): Item[] {
  if (status === 503) return [];
  const { data } = JSON.parse(text) as { data?: { cart?: Lines } & Lines };
  return (data?.cart ?? data)?.cart_items?.items ?? [];
}
type Lines = { cart_items?: { items: Item[] } };

async function paceWrites(ask: Ask, shoppers: readonly string[], goods: readonly number[], seconds: number) {
  const times: number[] = [];
  let failed = 0;
  const began = performance.now();
  const writes = [];
  for (let at = 0; at < WRITES_PER_SECOND * seconds; at++) {
    const wait = began + (at * 1000) / WRITES_PER_SECOND - performance.now();
    if (wait > 0) await sleep(wait);
    const sent = performance.now();
    const wish = [{ product_id: goods[at % goods.length], qty: 1 + (at % 2) }];
    writes.push(
      ask("/v1/user/cart", shoppers[at % shoppers.length] ?? "", wish).then(({ status }) => {
        times.push(performance.now() - sent);
        if (status !== 200) failed++;
      }),
    );
  }
  await Promise.all(writes);
  return { times, failed };
}

type Told = { ordered: number; refused: number; turnedAway: number; broken: number };

async function shopUntil(ask: Ask, token: string, goods: readonly number[], until: number): Promise<Told> {
  const told: Told = { ordered: 0, refused: 0, turnedAway: 0, broken: 0 };
  while (performance.now() < until) {
    const wishes = Array.from({ length: 1 + Math.floor(Math.random() * MOST_LINES) }, () => ({
      product_id: goods[Math.floor(Math.random() * goods.length)],
      qty: 1 + Math.floor(Math.random() * MOST_PIECES),
    }));
    const cart = await ask("/v1/user/cart", token, wishes);
    const body = { agree: true, agree_offer: true, duty_confirmed: true, expected_total: totalIn(cart) };
    const placed = await ask("/v1/user/orders", token, body, randomUUID());
    const { status } = placed;
    if (status === 201) told.ordered++;
    else if (status === 409 || status === 422) told.refused++;
    else if (status === 503) told.turnedAway++;
    else told.broken++;
    // What cannot be had is in the way of the next order.
    const left = status === 201 ? [] : [placed, cart].map(linesIn).find((lines) => lines.length > 0);
    const gone = (left ?? []).map(({ product, option_id }) => ({ product_id: product.id, option_id, qty: 0 }));
    if (gone.length > 0) await ask("/v1/user/cart", token, gone);
  }
  return told;
}
