import { expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createCategory } from "../../catalog/fixtures.ts";
import { commands } from "../commands.ts";

const shop = await openTestShop();

async function createBanner(
  title: string,
  href: string,
  overrides: { locale?: string; starts_at?: Date; ends_at?: Date } = {},
) {
  const media = await shop.db
    .insertInto("media")
    .values({ key: title.padStart(12, "0"), mime: "image/svg+xml", width: 800, height: 400 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const picture = { wide_id: media.id, narrow_id: media.id };
  await shop.db
    .insertInto("banners")
    .values({ place: "hero", locale: "ru-RU", title, href, theme_color: "sakura", ...picture, ...overrides })
    .execute();
}

async function runBannersCheck() {
  const { signal } = new AbortController();
  const context = { app: shop.app, pool: shop.pool, args: {}, options: {}, progress: () => undefined, signal };
  return commands.find((candidate) => candidate.name === "banners check")?.run(context);
}

it("are shown in their period and language, and only if their link leads to a page", async () => {
  await createCategory(shop.db, { slug: "kremy" });
  await createBanner("a", "/category/kremy?sort=new#top");
  await createBanner("b", "/category/gone");
  await createBanner("c", "/brands", { locale: "en-US" });
  await createBanner("d", "/brands", { starts_at: new Date("2026-11-21T00:00:00Z") });
  await createBanner("e", "/brands", { ends_at: new Date("2026-11-20T09:00:00Z") });
  const { banners } = (await shop.request("GET", "/v1/home", { locale: "ru-RU" })).body.data;
  expect(banners.map(({ title }) => title)).toEqual(["a"]);
  expect(await runBannersCheck()).toMatchObject({
    lines: ["Banner 2 (ru-RU, “b”) leads to /category/gone, which has no page."],
    hasFailed: true,
  });
});
