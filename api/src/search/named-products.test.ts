import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createCategory, createProduct } from "../catalog/fixtures.ts";
import { clearAllCaches } from "../platform/cache/cache.ts";
import { refreshVocabulary } from "./sql.ts";

const shop = await openTestShop();

async function search(q: string) {
  await refreshVocabulary(shop.db);
  clearAllCaches();
  const { status, body } = await shop.request("GET", `/v1/products?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  const { items, dropped = [], excluded } = body.data;
  return { names: items.map(({ name }) => name), dropped, excluded };
}

async function createNamedCategory(nameRu: string, nameEn: string) {
  const category = await createCategory(shop.db);
  await shop.db
    .updateTable("categories")
    .set({ name_ru: nameRu, name_en: nameEn })
    .where("id", "=", category.id)
    .execute();
  return category;
}

async function describeProduct({ id }: { id: number }, text: string) {
  await shop.db.updateTable("products").set({ description_ru: text }).where("id", "=", id).execute();
}

describe("a query that names a category", () => {
  let hairMasks: { id: number; path: number[] };
  beforeEach(async () => {
    hairMasks = await createNamedCategory("Маски для волос", "Hair masks");
    await createProduct(shop.db, { name: "Маска для волос с мёдом", category: hairMasks });
  });

  it("keeps the words of the category when others are ignored", async () => {
    await createProduct(shop.db, {
      name: "Маска для сухих губ",
      category: await createNamedCategory("Маски", "Masks"),
    });
    expect(await search("маска для сухих волос")).toMatchObject({
      names: ["Маска для волос с мёдом"],
      dropped: ["сухих"],
    });
  });

  it("finds no products of other categories by their descriptions", async () => {
    const balm = await createProduct(shop.db, { name: "Бальзам для губ" });
    await describeProduct(balm, "<p>Упакован вместе с маской для волос.</p>");
    expect((await search("маска для волос")).names).toEqual(["Маска для волос с мёдом"]);
    expect((await search("бальзам")).names).toEqual(["Бальзам для губ"]);
  });

  it("finds nothing else if an exclusion leaves nothing of it", async () => {
    await createProduct(shop.db, { name: "Маска для губ", category: await createNamedCategory("Маски", "Masks") });
    expect(await search("маска для волос без мёда")).toMatchObject({ names: [], excluded: { count: 1 } });
  });

  it("finds all its products by its whole name, also those without the words", async () => {
    await createProduct(shop.db, { name: "Тритмент с кератином", category: hairMasks });
    expect((await search("маски для волос")).names.toSorted()).toEqual([
      "Маска для волос с мёдом",
      "Тритмент с кератином",
    ]);
  });
});

describe("the word that names the product", () => {
  it("decides between categories with the same words", async () => {
    const tinted = await createNamedCategory("Оттеночные бальзамы", "Tinted conditioners");
    const tints = await createNamedCategory("Тинты для губ", "Lip tints");
    await createProduct(shop.db, { name: "Tinted conditioner", category: tinted, unitsSold: 9 });
    await createProduct(shop.db, { name: "Lip tint", category: tints });
    expect((await search("tint")).names).toEqual(["Lip tint", "Tinted conditioner"]);
  });

  it("keeps products with all words in their names, although a category has one of the words", async () => {
    const vacuumBags = await createNamedCategory("Вакуумные пакеты", "Vacuum bags");
    await createProduct(shop.db, { name: "Вакуумный пакет", category: vacuumBags });
    await createProduct(shop.db, { name: "Подарочный пакет" });
    expect(await search("подарочный пакет")).toMatchObject({ names: ["Подарочный пакет"], dropped: [] });
  });

  it("is none after a preposition, and no word for goods of any kind", async () => {
    const shampoo = await createProduct(shop.db, { name: "Шампунь от перхоти" });
    await describeProduct(shampoo, "<p>Мягкое средство на каждый день.</p>");
    await createProduct(shop.db, { name: "Лосьон против несовершенств" });
    await createProduct(shop.db, {
      name: "Средство для мытья посуды",
      category: await createNamedCategory("Средства для мытья посуды", "Dish soaps"),
    });
    expect((await search("против перхоти")).names).toEqual(["Шампунь от перхоти"]);
    expect((await search("средство от перхоти")).names).toEqual(["Шампунь от перхоти"]);
  });
});

it("finds the products of a tag by its name, also if no text has the words", async () => {
  const set = await createProduct(shop.db, { name: "Набор для ванны" });
  await createProduct(shop.db, { name: "Подарочный пакет" });
  await shop.db
    .insertInto("tags")
    .values({ id: 7, slug: "gifts", name_ru: "Подарок маме", name_en: "Gifts for mum" })
    .execute();
  await shop.db
    .updateTable("products")
    .set({ tag_ids: [7] })
    .where("id", "=", set.id)
    .execute();
  expect(await search("подарок маме")).toMatchObject({ names: ["Набор для ванны"], dropped: [] });
});
