import fc from "fast-check";
import { sql } from "kysely";
import { expect, expectTypeOf, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { type Db, type Tx, withTransaction } from "../../platform/db/database.ts";
import { getIndexedProducts } from "./memory-index.ts";
import { type getProductIndex, type queryWithProductIndex } from "./service.ts";
import { selectTop, type SortKeys } from "./indexed-products.ts";
import { createCategory, createProduct } from "../fixtures.ts";
import type { IndexedProduct } from "./sql.ts";

const shop = await openTestShop();
const getStock = async (id: number) => (await getIndexedProducts(shop.db)).findByIds([id])[0]?.stock;
const setStock = (db: Db, id: number, stock: number) =>
  db.updateTable("product_variants").set({ stock }).where("product_id", "=", id).execute();

it("reflects products that were added, changed, hidden and reactivated", async () => {
  expect([...(await getIndexedProducts(shop.db)).listAll()]).toEqual([]);
  const { id } = await createProduct(shop.db, { stock: 4 });
  expect(await getStock(id)).toBe(4);
  await setStock(shop.db, id, 3);
  expect(await getStock(id)).toBe(3);
  const setStatus = (status: string) => shop.db.updateTable("products").set({ status }).where("id", "=", id).execute();
  await setStatus("hidden");
  expect(await getStock(id)).toBeUndefined();
  await setStatus("active");
  expect(await getStock(id)).toBe(3);
});

it("reflects a product's change of category", async () => {
  const [from, to] = [await createCategory(shop.db), await createCategory(shop.db)];
  const { id } = await createProduct(shop.db, { category: from });
  const listIds = async (category: number) =>
    (await getIndexedProducts(shop.db)).findByCategories([category]).map((product) => product.id);
  expect([await listIds(from.id), await listIds(to.id)]).toEqual([[id], []]);
  await shop.db
    .updateTable("products")
    .set({ category_id: to.id, category_path: [to.id] })
    .where("id", "=", id)
    .execute();
  expect([await listIds(from.id), await listIds(to.id)]).toEqual([[], [id]]);
});

it("reflects a long transaction once it commits, regardless of changes committed before it", async () => {
  const { id: slow } = await createProduct(shop.db, { stock: 1 });
  const { id: quick } = await createProduct(shop.db, { stock: 1 });
  await withTransaction(shop.db, async (tx) => {
    await setStock(tx, slow, 8);
    await setStock(shop.db, quick, 9);
    expect([await getStock(slow), await getStock(quick)]).toEqual([1, 9]);
  });
  expect([await getStock(slow), await getStock(quick)]).toEqual([8, 9]);
});

it("removes deleted products", async () => {
  const [{ id: deletedId }, { id: keptId }] = [await createProduct(shop.db), await createProduct(shop.db)];
  expect(await getStock(deletedId)).toBeDefined();
  await shop.db.deleteFrom("products").where("id", "=", deletedId).execute();
  expect([await getStock(deletedId), await getStock(keptId)]).toEqual([undefined, expect.any(Number)]);
});

it("reflects a large number of changes", async () => {
  await getIndexedProducts(shop.db);
  const { id } = await createProduct(shop.db, { stock: 2 });
  await sql`
    insert into products (slug, reference, brand_id, category_id, category_path, name_ru, name_en, customs_name_en, hs_code, weight_g, published_at, stock)
    select 'many-' || n, 'MANY-' || n, brand_id, category_id, category_path, name_ru, name_en, customs_name_en, hs_code, weight_g, published_at, 5
    from products, generate_series(1, 2500) n where id = ${id}`.execute(shop.db);
  expect([...(await getIndexedProducts(shop.db)).listAll()]).toHaveLength(2501);
});

it("ignores transaction ids restored from another database", async () => {
  const { id } = await createProduct(shop.db, { stock: 6 });
  await sql`update products set updated_xid = '999999999999' where id = ${id}`.execute(shop.db);
  expect(await getStock(id)).toBe(6);
  await setStock(shop.db, id, 7);
  expect(await getStock(id)).toBe(7);
});

it("selects the same top products as a full sort", () => {
  const sortKeys: SortKeys = [(product) => -product.units_sold, (product) => product.id];
  const numbers = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 60 });
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 600 }), (unitsSold, count) => {
      const products = unitsSold.map((units_sold, id) => ({ id, units_sold }) as IndexedProduct);
      const sorted = products.toSorted((a, b) => b.units_sold - a.units_sold || a.id - b.id);
      expect(selectTop(products, sortKeys, count)).toEqual(sorted.slice(0, count));
    }),
  );
});

it("accepts no transaction, whose uncommitted changes would be shown to others (checked by the compiler)", () => {
  expectTypeOf<Tx>().not.toExtend<Parameters<typeof getProductIndex>[0]>();
  expectTypeOf<Db>().not.toExtend<Parameters<typeof queryWithProductIndex>[0]>();
  expectTypeOf(shop.db).toExtend<Parameters<typeof getProductIndex>[0]>();
});
