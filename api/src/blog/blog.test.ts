import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createPost } from "./fixtures.ts";

const shop = await openTestShop();
const read = <const Path extends string>(path: Path, locale = "ru-RU") =>
  shop.request("GET", `/v1/${path}`, { locale });
const slugs = (items: { slug: string }[]) => items.map((item) => item.slug);
const day = (number: number) => new Date(Date.UTC(2026, 9, number));
const FACE: [string, string] = ["face", "Уход за лицом"];
const TEA: [string, string] = ["tea", "Чай"];

describe("GET /v1/blog and /v1/news", () => {
  it("lists one kind in one language by pages, the newest first", async () => {
    for (let n = 1; n <= 5; n++) await createPost(shop.db, { slug: `tea-${n}`, publishedAt: day(n) });
    await createPost(shop.db, { kind: "news", slug: "holidays" });
    await createPost(shop.db, { locale: "en-US", slug: "tea-1", title: "Tea" });
    const first = (await read("blog?per_page=2")).body.data;
    expect(first).toMatchObject({ total: 5, page: 1, per_page: 2 });
    expect(slugs(first.items)).toEqual(["tea-5", "tea-4"]);
    expect(slugs((await read("blog?per_page=2&page=3")).body.data.items)).toEqual(["tea-1"]);
    expect(slugs((await read("blog?page=2")).body.data.items)).toEqual([]);
    expect(slugs((await read("news")).body.data.items)).toEqual(["holidays"]);
    expect((await read("blog", "en-US")).body.data.items).toMatchObject([{ slug: "tea-1", title: "Tea" }]);
  });

  it("reports whether the other locale has the same page of the list", async () => {
    for (let n = 1; n <= 3; n++) await createPost(shop.db, { tags: n === 1 ? [TEA] : [] });
    await createPost(shop.db, { locale: "en-US" });
    const hasAlternate = async (query: string, locale = "ru-RU") =>
      (await read(`blog?${query}`, locale)).body.data.twin;
    expect(await hasAlternate("per_page=1")).toBe(true);
    expect(await hasAlternate("per_page=1&page=2")).toBe(false);
    expect(await hasAlternate("per_page=1&page=3", "en-US")).toBe(true);
    expect(await hasAlternate("tag=tea")).toBe(false);
    expect((await read("news")).body.data.twin).toBe(false);
  });

  it("filters by tag and counts all tags, the most frequent first", async () => {
    await createPost(shop.db, { slug: "matcha", tags: [TEA], publishedAt: day(3) });
    await createPost(shop.db, { slug: "lotion", tags: [FACE], publishedAt: day(2) });
    await createPost(shop.db, { slug: "cream", tags: [FACE], publishedAt: day(1) });
    await createPost(shop.db, { slug: "lotion", locale: "en-US", tags: [["skin", "Face care"]] });
    const { body } = await read("blog?tag=face");
    expect([body.data.total, slugs(body.data.items)]).toEqual([2, ["lotion", "cream"]]);
    expect(body.data.items[0]?.tags).toEqual([{ slug: "face", name: "Уход за лицом" }]);
    expect(body.data.tags).toEqual([
      { slug: "face", name: "Уход за лицом", count: 2 },
      { slug: "tea", name: "Чай", count: 1 },
    ]);
    const unknown = await read("blog?tag=skin");
    expect([unknown.status, unknown.body.code]).toEqual([404, "tag_not_found"]);
  });

  it("hides posts until they are published", async () => {
    await createPost(shop.db, { slug: "later", tags: [TEA], publishedAt: new Date(shop.clock.now().getTime() + 1000) });
    expect((await read("blog")).body.data).toMatchObject({ items: [], total: 0, tags: [] });
    expect((await read("blog/later")).status).toBe(404);
    shop.clock.advance(1000);
    expect((await read("blog")).body.data.total).toBe(1);
    expect((await read("blog/later")).status).toBe(200);
  });

  it("omits an unlisted post from every list, though it can be read at its URL", async () => {
    const tags: [string, string][] = [["sostav", "Состав"]];
    await createPost(shop.db, { slug: "sample", tags });
    await createPost(shop.db, { slug: "other" });
    await shop.db.updateTable("posts").set({ unlisted: true }).where("slug", "=", "sample").execute();
    const { items, tags: topics, total } = (await shop.request("GET", "/v1/blog")).body.data;
    expect([items.map(({ slug }) => slug), topics, total]).toEqual([["other"], [], 1]);
    expect((await shop.request("GET", "/v1/blog/sample")).status).toBe(200);
    expect((await shop.request("GET", "/v1/blog/other")).body.data.more).toEqual([]);
  });

  it("refuses invalid pages", async () => {
    for (const query of ["page=0", "page=x", "per_page=97"]) expect((await read(`blog?${query}`)).status).toBe(422);
  });
});

describe("GET /v1/blog/{slug} and /v1/news/{slug}", () => {
  it("returns a post with its cover, product cards and related posts", async () => {
    const [lotion, cream] = [await createProduct(shop.db), await createProduct(shop.db)];
    const discontinued = await createProduct(shop.db, { status: "discontinued" });
    const html = `<h2>Как</h2><p>${"слово ".repeat(639)}</p>`;
    await createPost(shop.db, { slug: "newest", publishedAt: day(9) });
    await createPost(shop.db, { slug: "same-tag", tags: [FACE], publishedAt: day(1) });
    await createPost(shop.db, {
      slug: "palms",
      title: "Лосьон ладонями",
      html,
      tags: [FACE],
      productIds: [cream.id, discontinued.id, lotion.id],
      hasCover: true,
    });
    const { status, body } = await read("blog/palms");
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ title: "Лосьон ладонями", html, minutes: 4, cloth: "sakura", twin: false });
    expect(body.data.cover).toMatchObject({ width: 900, height: 600, alt: "" });
    expect(body.data.products.map((card: { id: number }) => card.id)).toEqual([cream.id, lotion.id]);
    expect(slugs(body.data.more)).toEqual(["same-tag", "newest"]);
  });

  it("reports a post of the same kind in the other locale, and is not found in a locale without one", async () => {
    await createPost(shop.db, { slug: "both" });
    await createPost(shop.db, { slug: "both", locale: "en-US" });
    await createPost(shop.db, { slug: "one" });
    await createPost(shop.db, { slug: "one", kind: "news", locale: "en-US" });
    expect((await read("blog/both")).body.data.twin).toBe(true);
    expect((await read("blog/one")).body.data.twin).toBe(false);
    const { status, body } = await read("blog/one", "en-US");
    expect([status, body.code, body.message]).toEqual([404, "post_not_found", "There is no such article."]);
    expect((await read("news/one", "en-US")).status).toBe(200);
  });
});
