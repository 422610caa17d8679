import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createPost } from "../../blog/fixtures.ts";
import { createBrand, createProduct } from "../../catalog/fixtures.ts";
import { createPage } from "../../cms-pages/fixtures.ts";
import { clearAllCaches } from "../../platform/cache/cache.ts";
import { refreshVocabulary } from "../sql.ts";

const shop = await openTestShop();

async function search(q: string, { locale = "ru-RU", query = "" } = {}) {
  await refreshVocabulary(shop.db);
  clearAllCaches();
  const { status, body } = await shop.request("GET", `/v1/products?q=${encodeURIComponent(q)}${query}`, { locale });
  expect(status).toBe(200);
  const { items, answers = [], ...list } = body.data;
  return { ...list, names: items.map(({ name }) => name), answers, paths: answers.map(({ path }) => path) };
}

describe("the answers of a search", () => {
  beforeEach(async () => {
    await createPage(shop.db, {
      ...{ slug: "delivery", title: "Доставка", description: "Посылка едет {{delivery.days}} дней." },
      body: "## Упаковка\n\nХрупкое заворачиваем отдельно. [Таможня](/info/custom-tax)",
    });
    await createPage(shop.db, {
      slug: "returns",
      title: "Гарантия и возврат",
      description: "Если товар пришёл повреждённым.",
    });
    await createPage(shop.db, { slug: "delivery", locale: "en-US", title: "Delivery" });
  });

  it("are information pages in the language of the shopper", async () => {
    expect(await search("доставка")).toMatchObject({ total: 0, paths: ["/info/delivery"] });
    expect((await search("delivery", { locale: "en-US" })).paths).toEqual(["/info/delivery"]);
    expect((await search("delivery")).paths).toEqual([]);
  });

  it("omit summaries with variables, which only the page itself can fill in", async () => {
    expect((await search("доставка")).answers).toMatchObject([{ kind: "page", title: "Доставка", summary: null }]);
    expect((await search("возврат")).answers).toMatchObject([{ summary: "Если товар пришёл повреждённым." }]);
  });

  it("are found by the text of a page if no product is found, but not by targets of links and variables", async () => {
    expect((await search("упаковка хрупкого")).paths).toEqual(["/info/delivery"]);
    for (const q of ["custom", "days", "велосипед"]) expect((await search(q)).paths).toEqual([]);
  });

  it("are found by synonyms", async () => {
    await shop.db.insertInto("search_synonyms").values({ word: "вернуть деньги", synonym: "возврат" }).execute();
    expect((await search("как вернуть деньги")).paths).toEqual(["/info/returns"]);
  });

  it("replace products that lack the words which a page has", async () => {
    await createProduct(shop.db, { name: "Кружка для долгого пути" });
    expect(await search("долгая доставка")).toMatchObject({ total: 0, names: [], paths: ["/info/delivery"] });
  });

  it("stand beside products only if their title is about little else", async () => {
    await createProduct(shop.db, { name: "Зубная паста" });
    await createProduct(shop.db, { name: "Масло для волос" });
    await createPost(shop.db, { slug: "pastes", title: "Зубные пасты с фтором" });
    await createPost(shop.db, { slug: "camellia", title: "Масло камелии в уходе за волосами" });
    expect(await search("зубная паста")).toMatchObject({ names: ["Зубная паста"], paths: ["/blog/pastes"] });
    expect((await search("зубная паста без фтора")).paths).toEqual(["/blog/pastes"]);
    expect(await search("масло")).toMatchObject({ names: ["Масло для волос"], paths: [] });
  });

  it("never are drafts, unlisted, scheduled or news posts", async () => {
    const create = (kind: "blog" | "news", publishedAt?: Date) =>
      createPost(shop.db, { kind, title: "Офуро", ...(publishedAt ? { publishedAt } : {}) });
    await create("news");
    await create("blog", new Date("2100-01-01T00:00:00Z"));
    const draft = await create("blog");
    const unlisted = await create("blog");
    await shop.db.updateTable("posts").set({ draft: true }).where("id", "=", draft.id).execute();
    await shop.db.updateTable("posts").set({ unlisted: true }).where("id", "=", unlisted.id).execute();
    expect((await search("офуро")).paths).toEqual([]);
    const { slug } = await create("blog");
    expect((await search("офуро")).answers).toMatchObject([{ kind: "post", path: `/blog/${slug}`, minutes: 1 }]);
  });

  it("are the brand and the ingredient of that name, in either alphabet", async () => {
    const brandId = await createBrand(shop.db, "Losonia");
    await shop.db.updateTable("brands").set({ name_ru: "Лосония" }).where("id", "=", brandId).execute();
    await createProduct(shop.db, { name: "Крем Losonia с ниацинамидом", brandId });
    expect((await search("лосония")).answers).toMatchObject([{ kind: "brand", title: "Losonia", count: 1 }]);
    expect((await search("крем losonia")).paths).toEqual([]);
    for (const q of ["ниацинамид", "niacinamide"])
      expect((await search(q)).answers).toMatchObject([{ kind: "ingredient", path: "/ingredients/niacinamide" }]);
  });

  it("are on the first page only", async () => {
    expect((await search("доставка", { query: "&page=2" })).answers).toEqual([]);
  });

  it("are suggested while a search is typed", async () => {
    await refreshVocabulary(shop.db);
    clearAllCaches();
    const { body } = await shop.request("GET", `/v1/search/suggest?q=${encodeURIComponent("дост")}`);
    expect(body.data.answers).toMatchObject([{ kind: "page", path: "/info/delivery" }]);
  });
});

describe("an exclusion that leaves nothing", () => {
  it("lets fewer words find products, and tells the query that finds the others", async () => {
    await createProduct(shop.db, { name: "Паста от кариеса с мятой" });
    await createProduct(shop.db, { name: "Паста с солью" });
    expect(await search("паста от кариеса без мяты")).toMatchObject({
      names: ["Паста с солью"],
      dropped: ["кариеса"],
      excluded: { words: ["мяты"], count: 1, query: "паста от кариеса" },
    });
  });

  it("is reported if no other words find anything", async () => {
    await createProduct(shop.db, { name: "Паста с мятой" });
    expect(await search("паста без мяты")).toMatchObject({ names: [], excluded: { words: ["мяты"], count: 1 } });
  });
});
