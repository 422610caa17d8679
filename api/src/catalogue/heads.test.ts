import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { CommandError } from "../platform/commands.ts";
import { forgetEverything } from "../platform/fresh.ts";
import { aCategory, aManufacturer, aProduct } from "./fixtures.ts";
import { headCommands } from "./heads.ts";

const shop = await openTestShop();

async function set(ADDRESS: string, options: Record<string, string>) {
  const { signal } = new AbortController();
  const context = {
    house: shop.house,
    pool: shop.pool,
    given: { ADDRESS },
    options,
    progress: () => undefined,
    signal,
  };
  const answer = await headCommands[0]?.run(context);
  forgetEverything();
  return answer;
}

it("gives products, categories and makers words of their own in one language, and takes them back", async () => {
  const category = await aCategory(shop.db, { slug: "kremy" });
  const manufacturerId = await aManufacturer(shop.db, "Mizunora");
  await aProduct(shop.db, { category, manufacturerId, slug: "krem" });
  const heads = async (locale: string) => [
    (await shop.ask("GET", "/v1/products/krem", { locale })).body.data.head,
    (await shop.ask("GET", "/v1/products?category=kremy", { locale })).body.data.category?.head,
    (await shop.ask("GET", "/v1/manufacturers/mizunora", { locale })).body.data.head,
  ];
  expect(await heads("ru-RU")).toEqual([null, null, null]);
  for (const address of ["/krem", "/category/kremy", "/manufacturer/mizunora"])
    await set(address, { title: " Купить  крем ", description: "Из Осаки" });
  const own = { title: "Купить крем", description: "Из Осаки" };
  expect(await heads("ru-RU")).toEqual([own, own, own]);
  expect(await heads("en-US")).toEqual([null, null, null]);
  await set("/krem", { description: "Из Японии" });
  expect((await heads("ru-RU"))[0]).toEqual({ title: null, description: "Из Японии" });
  await set("/krem", {});
  expect(await heads("ru-RU")).toEqual([null, own, own]);
});

it.each([
  ["/gone", {}, "No page is at /gone"],
  ["/info/delivery", {}, "ADDRESS"],
  ["krem", {}, "ADDRESS"],
  ["/krem", { locale: "fr" }, "--locale"],
  ["/krem", { title: "х".repeat(121) }, "at most 120"],
])("refuses %s %j", async (address, options, complaint) => {
  await expect(set(address, options as Record<string, string>)).rejects.toThrow(CommandError);
  await expect(set(address, options as Record<string, string>)).rejects.toThrow(complaint);
});
