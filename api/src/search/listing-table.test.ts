import { expect, it } from "vitest";
import { sql } from "kysely";
import { fillLargeCatalog } from "../../test/large-catalog.ts";
import { openTestShop } from "../../test/harness.ts";
import { switchListingTable } from "../catalog/product-index/jobs.ts";
import { describeProductIndex } from "../catalog/product-index/service.ts";
import { clearAllCaches } from "../platform/cache/cache.ts";
import { search } from "./service.ts";

const PRODUCTS = 1500;
const shop = await openTestShop();

const queries = [
  ...["шампунь", "увлажняющий крем", "зубная паста", "крем maker 7", "белый", "maker", "шампунь без крема"],
  ...["ref-12", "4900000000123", "Раздел 2", "полка 7", "метка 4", "назначение 3", "shampoo", "мягкй тоник", "пена 90"],
  ...["белый без крема", "maker без белых", "крем без парабенов", "крем без крема", "шампунь без тёплого и спирта"],
  ...["полка 7 крем", "несуществующее", "тёплое масло maker 12", "маска вечерняя 60 мл", "Department 1"],
];
const filters = ["", "&in_stock=1", "&sort=price_asc&page=2", "&manufacturer=1,2&rating_min=3", "&price_max=3000"];
const lists = [
  "category=top-1",
  "category=leaf-7&discount_min=20",
  "collection=best-sales",
  "tag=5&sort=new",
  "page=3",
];

it("finds the same in a large catalog and in a small one", { timeout: 120_000 }, async () => {
  await fillLargeCatalog(shop.db, PRODUCTS);
  // A query that names a group of products, whose word many names have.
  await sql`update tags set name_ru = 'Шампунь' where id = 4`.execute(shop.db);
  await sql`insert into search_synonyms values ('тоник', 'лосьон')`.execute(shop.db);
  await sql`insert into product_ingredients select id, 0, 'methylparaben', '' from products where id % 3 = 0`.execute(
    shop.db,
  );
  const ask = async (productIndex: "memory" | "database") => {
    await switchListingTable({ db: shop.db, log: shop.app.log, config: { productIndex } });
    clearAllCaches();
    expect((await describeProductIndex(shop.db)).isInDatabase).toBe(productIndex === "database");
    const paths = [
      ...queries.flatMap((q) => filters.map((filter) => `/v1/products?q=${encodeURIComponent(q)}${filter}`)),
      ...queries.map((q) => `/v1/search/suggest?q=${encodeURIComponent(q)}`),
      ...lists.map((list) => `/v1/products?${list}`),
    ];
    const answers = [];
    for (const path of paths) answers.push([path, (await shop.request("GET", path)).body]);
    return answers;
  };
  const inMemory = await ask("memory");
  expect(await ask("database")).toEqual(inMemory);
  expect(JSON.stringify(inMemory)).toContain('"total":125');
  // What is excluded of common words is a condition of the list, too.
  const { matches } = await search(shop.db, "maker без белых");
  expect(matches.found).toMatchObject({ names: "'maker'", without: { ids: new Set() } });
  await shop.db.updateTable("brands").set({ name: "Maker 7 Tokyo" }).where("id", "=", 8).execute();
  await sql`update products set name_ru = 'Белый крем, 90 мл' where id = 14`.execute(shop.db);
  await sql`update products set status = 'hidden' where id % 5 = 0`.execute(shop.db);
  const changed = await ask("database");
  expect(changed).not.toEqual(inMemory);
  expect(changed).toEqual(await ask("memory"));
});
