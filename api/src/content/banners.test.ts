import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCategory } from "../catalogue/fixtures.ts";
import { commands } from "./commands.ts";

const shop = await openTestShop();

async function aBanner(title: string, href: string, more: { locale?: string; starts_at?: Date; ends_at?: Date } = {}) {
  const media = await shop.db
    .insertInto("media")
    .values({ key: title.padStart(12, "0"), mime: "image/svg+xml", width: 800, height: 400 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const picture = { wide_id: media.id, narrow_id: media.id };
  await shop.db
    .insertInto("banners")
    .values({ place: "hero", locale: "ru-RU", title, href, cloth: "sakura", ...picture, ...more })
    .execute();
}

async function check() {
  const { signal } = new AbortController();
  const context = { house: shop.house, pool: shop.pool, given: {}, options: {}, progress: () => undefined, signal };
  return commands.find((one) => one.name === "banners check")?.run(context);
}

it("stand on the home page in their time and language, and only where they lead to a page", async () => {
  await aCategory(shop.db, { slug: "kremy" });
  await aBanner("a", "/category/kremy?sort=new#top");
  await aBanner("b", "/category/gone");
  await aBanner("c", "/brands", { locale: "en-US" });
  await aBanner("d", "/brands", { starts_at: new Date("2026-11-21T00:00:00Z") });
  await aBanner("e", "/brands", { ends_at: new Date("2026-11-20T09:00:00Z") });
  const { banners } = (await shop.ask("GET", "/v1/home", { locale: "ru-RU" })).body.data;
  expect(banners.map(({ title }) => title)).toEqual(["a"]);
  expect(await check()).toMatchObject({
    lines: ["Banner 2 (ru-RU, “b”) leads to /category/gone, where no page is."],
    amiss: true,
  });
});
