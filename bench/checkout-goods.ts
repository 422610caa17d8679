import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { returnStock } from "../api/src/catalogue/stock.ts";
import { type Db, withTransaction } from "../api/src/platform/db.ts";

const PRODUCTS = 50;
const PIECES = 20;
/** Less than the shoppers would take: some orders always come too late. */
const PIECES_A_SECOND = 7;

/** Fifty products without options, with a few pieces each, cheap enough that no limit is in the way. @returns their ids. */
export async function pickGoods(db: Db): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    update product_variants v set stock = ${PIECES}
    where (v.product_id, v.option_id) in (
      select o.product_id, o.option_id from product_variants o join products p on p.id = o.product_id
      where o.option_id = 0 and not p.has_options and p.status = 'active' and p.hazard = 'none' and o.price_minor < 300000
      order by o.product_id limit ${PRODUCTS})
    returning v.product_id`.execute(db);
  if (rows.length < PRODUCTS) throw new Error(`only ${rows.length} products are fit for the bench`);
  return rows.map((row) => row.product_id);
}

/** Customers with an address in Russia. @returns their tokens. */
export async function makeShoppers(
  db: Db,
  count: number,
  make: () => Promise<{ id: number; token: string }>,
): Promise<string[]> {
  const tokens: string[] = [];
  for (let at = 0; at < count; at++) {
    const { id, token } = await make();
    tokens.push(token);
    const person = { alias: "Дом", first_name: "Anna", last_name: "Petrova", phone_mobile: "+79000000001" };
    const place = { country: "RU", postcode: "420015", city: "Kazan", address: "ul. Pushkina 12" };
    await db
      .insertInto("addresses")
      .values({ customer_id: id, ...person, ...place })
      .execute();
  }
  return tokens;
}

/** Puts new pieces on the shelves every second, so that there is always something to fight for. @returns pieces of each product, those of the beginning too. */
export async function restock(db: Db, goods: readonly number[], until: number): Promise<number> {
  const crate = goods.map((productId) => ({ productId, optionId: 0, qty: PIECES_A_SECOND }));
  let came = 0;
  while (performance.now() + 1000 < until) {
    await sleep(1000);
    await withTransaction(db, (tx) => returnStock(tx, crate));
    came += PIECES_A_SECOND;
  }
  return PIECES + came;
}
