import { beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createBrand, createProduct } from "../catalog/fixtures.ts";
import { findProducts } from "./find-products.ts";

const shop = await openTestShop();
let brandId = 0;

beforeEach(async () => {
  brandId = await createBrand(shop.db, "Shiratsuki");
});

const find = async (text: string) => {
  const { items, corrected } = await findProducts(shop.app, text, "ru-RU");
  return { ids: items.map(({ id }) => id), corrected };
};

it("finds products by incomplete words and other forms of them, the most popular first", async () => {
  const lotion = await createProduct(shop.db, { name: "Увлажняющий лосьон", brandId });
  const popular = await createProduct(shop.db, { name: "Лосьон с рисом", unitsSold: 5 });
  await createProduct(shop.db, { name: "Крем" });
  expect(await find("лось")).toEqual({ ids: [popular.id, lotion.id], corrected: null });
  expect((await find("ЛОСЬОНЫ")).ids).toEqual([popular.id, lotion.id]);
  expect((await find("shirat лось")).ids).toEqual([lotion.id]);
  expect((await find("маска")).ids).toEqual([]);
  expect((await find("л")).ids).toEqual([]);
});

it("reads words in the other keyboard layout if the written ones are unknown", async () => {
  const lotion = await createProduct(shop.db, { name: "Увлажняющий лосьон", brandId });
  expect(await find("kjcmjy")).toEqual({ ids: [lotion.id], corrected: "лосьон" });
  expect(await find("ырш")).toEqual({ ids: [lotion.id], corrected: "shi" });
});

it("finds references and barcodes by their beginning, also of hidden products", async () => {
  const { id, name } = await createProduct(shop.db, { name: "Лосьон" });
  await shop.db
    .updateTable("products")
    .set({ reference: "SRT-LTN-180", barcode: "4902377118941", status: "hidden" })
    .where("id", "=", id)
    .execute();
  for (const code of ["srt-ltn-18", "SRTLTN180", "49023771"]) expect((await find(code)).ids).toEqual([id]);
  const { items } = await findProducts(shop.app, "4902377118941", "ru-RU");
  expect(items).toMatchObject([{ name, brand: expect.any(String), stock: 10, status: "hidden" }]);
  expect((await find("' | ' 100%")).ids).toEqual([]);
});
