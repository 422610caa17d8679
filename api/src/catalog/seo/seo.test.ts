import { expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { CommandError } from "../../platform/commands/command.ts";
import { clearAllCaches } from "../../platform/cache/cache.ts";
import { createCategory, createBrand, createProduct } from "../fixtures.ts";
import { seoCommands } from "./commands.ts";

const shop = await openTestShop();

async function runSet(PATH: string, options: Record<string, string>) {
  const { signal } = new AbortController();
  const context = {
    app: shop.app,
    pool: shop.pool,
    args: { PATH },
    options,
    progress: () => undefined,
    signal,
  };
  const result = await seoCommands[0]?.run(context);
  clearAllCaches();
  return result;
}

it("sets and removes the meta texts of products, categories and brands in one language", async () => {
  const category = await createCategory(shop.db, { slug: "kremy" });
  const brandId = await createBrand(shop.db, "Mizunora");
  await createProduct(shop.db, { category, brandId, slug: "krem" });
  const getSeo = async (locale: string) => [
    (await shop.request("GET", "/v1/products/krem", { locale })).body.data.head,
    (await shop.request("GET", "/v1/products?category=kremy", { locale })).body.data.category?.head,
    (await shop.request("GET", "/v1/manufacturers/mizunora", { locale })).body.data.head,
  ];
  expect(await getSeo("ru-RU")).toEqual([null, null, null]);
  for (const address of ["/krem", "/category/kremy", "/manufacturer/mizunora"])
    await runSet(address, { title: " Купить  крем ", description: "Из Осаки" });
  const customTexts = { title: "Купить крем", description: "Из Осаки" };
  expect(await getSeo("ru-RU")).toEqual([customTexts, customTexts, customTexts]);
  expect(await getSeo("en-US")).toEqual([null, null, null]);
  await runSet("/krem", { description: "Из Японии" });
  expect((await getSeo("ru-RU"))[0]).toEqual({ title: null, description: "Из Японии" });
  await runSet("/krem", {});
  expect(await getSeo("ru-RU")).toEqual([null, customTexts, customTexts]);
});

it.each([
  ["/gone", {}, "There is no page at /gone"],
  ["/info/delivery", {}, "PATH"],
  ["krem", {}, "PATH"],
  ["/krem", { locale: "fr" }, "--locale"],
  ["/krem", { title: "х".repeat(121) }, "at most 120"],
])("refuses %s %j", async (address, options, expectedError) => {
  await expect(runSet(address, options as Record<string, string>)).rejects.toThrow(CommandError);
  await expect(runSet(address, options as Record<string, string>)).rejects.toThrow(expectedError);
});
