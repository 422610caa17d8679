import fc from "fast-check";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { withTransaction } from "../platform/db.ts";
import { firstBy, type Order } from "./filter.ts";
import { aCategory, aProduct } from "./fixtures.ts";
import type { Listed } from "./listed-sql.ts";
import { listedNow } from "./listed.ts";

const shop = await openTestShop();
const stockOf = async (id: number) => (await listedNow(shop.db)).of([id])[0]?.stock;
const setStock = (db: typeof shop.db, id: number, stock: number) =>
  db.updateTable("product_variants").set({ stock }).where("product_id", "=", id).execute();

it("shows what was written since it was read: put in, changed, taken off sale and back", async () => {
  expect([...(await listedNow(shop.db)).all()]).toEqual([]);
  const { id } = await aProduct(shop.db, { stock: 4 });
  expect(await stockOf(id)).toBe(4);
  await setStock(shop.db, id, 3);
  expect(await stockOf(id)).toBe(3);
  const become = (status: string) => shop.db.updateTable("products").set({ status }).where("id", "=", id).execute();
  await become("hidden");
  expect(await stockOf(id)).toBeUndefined();
  await become("active");
  expect(await stockOf(id)).toBe(3);
});

it("moves a product that was moved from one category to another", async () => {
  const [from, to] = [await aCategory(shop.db), await aCategory(shop.db)];
  const { id } = await aProduct(shop.db, { category: from });
  const idsIn = async (category: number) => (await listedNow(shop.db)).inCategories([category]).map((one) => one.id);
  expect([await idsIn(from.id), await idsIn(to.id)]).toEqual([[id], []]);
  await shop.db
    .updateTable("products")
    .set({ category_id: to.id, category_path: [to.id] })
    .where("id", "=", id)
    .execute();
  expect([await idsIn(from.id), await idsIn(to.id)]).toEqual([[], [id]]);
});

it("shows what a long transaction wrote once it is through, whatever was written meanwhile", async () => {
  const { id: slow } = await aProduct(shop.db, { stock: 1 });
  const { id: quick } = await aProduct(shop.db, { stock: 1 });
  await withTransaction(shop.db, async (tx) => {
    await setStock(tx, slow, 8);
    await setStock(shop.db, quick, 9);
    expect([await stockOf(slow), await stockOf(quick)]).toEqual([1, 9]);
  });
  expect([await stockOf(slow), await stockOf(quick)]).toEqual([8, 9]);
});

it("forgets what was deleted", async () => {
  const [{ id: gone }, { id: kept }] = [await aProduct(shop.db), await aProduct(shop.db)];
  expect(await stockOf(gone)).toBeDefined();
  await shop.db.deleteFrom("products").where("id", "=", gone).execute();
  expect([await stockOf(gone), await stockOf(kept)]).toEqual([undefined, expect.any(Number)]);
});

it("reads everything anew where very much was written at once", async () => {
  await listedNow(shop.db);
  const { id } = await aProduct(shop.db, { stock: 2 });
  await sql`
    insert into products (slug, reference, manufacturer_id, category_id, category_path, name_ru, name_en, customs_name_en, hs_code, weight_g, published_at, stock)
    select 'many-' || n, 'MANY-' || n, manufacturer_id, category_id, category_path, name_ru, name_en, customs_name_en, hs_code, weight_g, published_at, 5
    from products, generate_series(1, 2500) n where id = ${id}`.execute(shop.db);
  expect([...(await listedNow(shop.db)).all()]).toHaveLength(2501);
});

it("ignores marks that were brought along from another database", async () => {
  const { id } = await aProduct(shop.db, { stock: 6 });
  await sql`update products set written_in = '999999999999' where id = ${id}`.execute(shop.db);
  expect(await stockOf(id)).toBe(6);
  await setStock(shop.db, id, 7);
  expect(await stockOf(id)).toBe(7);
});

it("finds the first of any products in an order as sorting them all would", () => {
  const order: Order = [(one) => -one.units_sold, (one) => one.id];
  const numbers = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 60 });
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 600 }), (sold, count) => {
      const products = sold.map((units_sold, id) => ({ id, units_sold }) as Listed);
      const sorted = products.toSorted((a, b) => b.units_sold - a.units_sold || a.id - b.id);
      expect(firstBy(products, order, count)).toEqual(sorted.slice(0, count));
    }),
  );
});
