import { setTimeout as sleep } from "node:timers/promises";
import type { RootDb } from "../api/src/platform/db/database.ts";

const WRITE_INTERVAL_MS = 50;
const READ_INTERVAL_MS = 20;

/** How many reads were made, and how many of them showed what was before a change that had been committed. */
export type ReadResult = { reads: number; outdated: number };

/**
 * Raises the price of a product again and again, and lets a customer read it: whatever happens to the databases, a response
 * must not show a lower price than the one that was committed before it was requested.
 * @param token of a customer, whose responses no cache keeps
 */
export async function checkReads(
  db: RootDb,
  { api, token, isOver }: { api: string; token: string; isOver: () => boolean },
): Promise<ReadResult> {
  const { product_id: id, price_minor: initialPrice } = await db
    .selectFrom("product_variants as v")
    .innerJoin("products as p", "p.id", "v.product_id")
    .select(["v.product_id", "v.price_minor"])
    .where("p.status", "=", "active")
    .where("p.has_options", "=", false)
    .where("v.old_price_minor", "is", null)
    .orderBy("v.product_id", "desc")
    .executeTakeFirstOrThrow();
  let committed = initialPrice;
  const write = async () => {
    while (!isOver()) {
      await sleep(WRITE_INTERVAL_MS);
      const next = committed + 100;
      const values = { price_minor: next };
      // A commit whose answer is lost with the database may have happened; it is repeated.
      await db
        .updateTable("product_variants")
        .set(values)
        .where("product_id", "=", id)
        .execute()
        .then(
          () => (committed = next),
          async () => sleep(500),
        );
    }
  };
  const result: ReadResult = { reads: 0, outdated: 0 };
  const headers = { authorization: `Bearer ${token}`, currency: "RUB", "accept-language": "ru-RU" };
  const read = async () => {
    while (!isOver()) {
      await sleep(READ_INTERVAL_MS);
      const expected = committed;
      const price = await readPrice(`${api}/v1/products/${id}`, headers).catch(() => null);
      if (price === null) continue;
      result.reads++;
      if (price * 100 < expected) result.outdated++;
    }
  };
  await Promise.all([write(), read(), read()]);
  return result;
}

/** Returns the price of a product in rubles; null if the store does not answer. */
async function readPrice(url: string, headers: Record<string, string>): Promise<number | null> {
  const response = await fetch(url, { headers });
  const body = (await response.json()) as { data: { price: { current: number } } };
  return response.ok ? body.data.price.current : null;
}
