import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../api/src/platform/db/database.ts";

const PRODUCT_COUNT = 50;
const INITIAL_STOCK = 20;
/** Less than the shoppers order, so that some orders are always refused for lack of stock. */
const RESTOCK_PER_SECOND = 7;

/**
 * Sets the stock of fifty products without options that are cheap enough to stay below all limits.
 * @returns their ids.
 */
export async function prepareProducts(db: Db): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    update product_variants v set stock = ${INITIAL_STOCK}
    where (v.product_id, v.option_id) in (
      select o.product_id, o.option_id from product_variants o join products p on p.id = o.product_id
      where o.option_id = 0 and not p.has_options and p.status = 'active' and p.hazard = 'none' and o.price_minor < 300000
      order by o.product_id limit ${PRODUCT_COUNT})
    returning v.product_id`.execute(db);
  if (rows.length < PRODUCT_COUNT) throw new Error(`only ${rows.length} products are suitable for the benchmark`);
  return rows.map((row) => row.product_id);
}

/**
 * Creates customers with an address in Russia.
 * @returns their tokens.
 */
export async function createShoppers(
  db: Db,
  count: number,
  createCustomer: () => Promise<{ id: number; token: string }>,
): Promise<string[]> {
  const tokens: string[] = [];
  for (let index = 0; index < count; index++) {
    const { id, token } = await createCustomer();
    tokens.push(token);
    const contact = { alias: "Дом", first_name: "Anna", last_name: "Petrova", phone_mobile: "+79000000001" };
    const address = { country: "RU", postcode: "420015", city: "Kazan", address: "ul. Pushkina 12" };
    await db
      .insertInto("addresses")
      .values({ customer_id: id, ...contact, ...address })
      .execute();
  }
  return tokens;
}

/**
 * Restocks the products every second.
 * @returns the total stock per product, including the initial stock.
 */
export async function restock(db: Db, productIds: readonly number[], deadline: number): Promise<number> {
  let added = 0;
  while (performance.now() + 1000 < deadline) {
    await sleep(1000);
    await db
      .updateTable("product_variants")
      .set({ stock: sql`stock + ${RESTOCK_PER_SECOND}` })
      .where("product_id", "in", [...productIds])
      .execute();
    added += RESTOCK_PER_SECOND;
  }
  return INITIAL_STOCK + added;
}
