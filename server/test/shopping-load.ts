import { setTimeout as sleep } from "node:timers/promises";
import type { RootDb } from "../../api/src/platform/db/database.ts";
import { restock } from "./checkout-products.ts";
import { orderUntilOver } from "./ordering-shopper.ts";

const READER_COUNT = 3;
const ASKER_COUNT = 6;
/** Shoppers and readers pause, so that two processors are enough for all processes. */
const PAUSE_MS = 100;

/** A store, and who reads and orders there. */
export type LoadTarget = Readonly<{
  origin: string;
  gateway: string;
  db: RootDb;
  productIds: readonly number[];
  /** Of customers, who order, and some of whom also read. */
  tokens: readonly string[];
  random: () => number;
}>;

/** Requests that failed, each with its status or error; how many pages were read, and the orders that were confirmed. */
export type ServedLoad = { failures: string[]; pages: number; orders: number[] };

/** Lets guests and customers read, and customers order and pay, until `work` is done. */
export async function serveDuring(target: LoadTarget, work: () => Promise<void>): Promise<ServedLoad> {
  const { origin: api, gateway, db, productIds, tokens, random } = target;
  const served: ServedLoad = { failures: [], pages: 0, orders: [] };
  const end = new AbortController();
  const isOver = () => end.signal.aborted;
  const send = createRecordingFetch(served.failures);
  const shopping = { shop: { api, gateway, send }, random, isOver, orders: served.orders, pauseMs: PAUSE_MS };
  const restockUntilOver = async () => {
    while (!isOver()) await restock(db, productIds, performance.now() + 2500);
  };
  const readers = Array.from({ length: READER_COUNT }, (_, index) => tokens[index - 1]);
  const clients = [
    ...tokens.map(async (token) => orderUntilOver(shopping, token, productIds)),
    ...readers.map(async (token) => readUntilOver(target, { token, send, isOver, served })),
    ...Array.from({ length: ASKER_COUNT }, async () => askUntilOver(target, { send, isOver })),
    restockUntilOver(),
  ];
  try {
    await work();
  } finally {
    end.abort();
    await Promise.all(clients);
  }
  return served;
}

/** Creates a function like `fetch` that records responses of a server's fault, and requests without a response. */
function createRecordingFetch(failures: string[]): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const record = (what: string) => failures.push(`${what} ${request.method} ${pathname}`);
    try {
      const response = await fetch(request);
      if (response.status >= 500) record(String(response.status));
      return response;
    } catch (error) {
      record(String(error instanceof Error ? (error.cause ?? error) : error));
      throw error;
    }
  };
}

type Reading = Readonly<{
  /** Undefined for a guest. */
  token: string | undefined;
  send: typeof fetch;
  isOver: () => boolean;
  served: ServedLoad;
}>;

/** Reads pages of the storefront, and data of the API. */
async function readUntilOver(
  { origin, productIds, random }: LoadTarget,
  { token, send, isOver, served }: Reading,
): Promise<void> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  while (!isOver()) {
    await sleep(PAUSE_MS);
    const product = `/v1/products/${productIds[Math.floor(random() * productIds.length)]}`;
    for (const path of ["/", "/brands", product, `${product}/reviews`, "/v1/products?sort=popular"]) {
      const response = await send(origin + path, { headers }).catch(() => null);
      await response?.arrayBuffer().catch(() => served.failures.push(`incomplete ${path}`));
      served.pages++;
    }
  }
}

/** Asks for prices without a pause, by POST, which no proxy repeats: one of them is in progress at any time. */
async function askUntilOver(
  { origin, productIds }: LoadTarget,
  { send, isOver }: Pick<Reading, "send" | "isOver">,
): Promise<void> {
  const body = JSON.stringify({ cart_id: productIds.map(String) });
  const headers = { "content-type": "application/json" };
  while (!isOver())
    await send(`${origin}/v1/productsPrice`, { method: "POST", headers, body }).then(
      async (response) => response.arrayBuffer(),
      async () => sleep(PAUSE_MS),
    );
}
