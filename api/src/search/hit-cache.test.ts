import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { getProductIndex } from "../catalog/product-index/service.ts";
import { limitMatches, MAX_MATCHES } from "./hit-cache.ts";

const shop = await openTestShop();

it("keeps the most popular products of a search that finds more than it returns", async () => {
  const stocks = [0, 5, 5];
  for (const stock of stocks) await createProduct(shop.db, { stock });
  await shop.db.updateTable("products").set({ units_sold: 9 }).where("id", "=", 3).execute();
  const index = await getProductIndex(shop.db);
  const few = [1, 2, 3];
  expect(await limitMatches(few, index)).toBe(few);
  // The rest are ids of products that are not active anymore.
  const many = Array.from({ length: MAX_MATCHES + 1 }, (_, n) => n + 1);
  expect(await limitMatches(many, index)).toEqual([3, 2, 1]);
});
