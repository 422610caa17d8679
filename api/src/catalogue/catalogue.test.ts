import { describe, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../test/harness.ts";
import { aCategory, aManufacturer, aProduct } from "./fixtures.ts";

const shop = await openTestShop();
const names = (body: { data: { items: { name: string }[] } }) => body.data.items.map((item) => item.name);

describe("GET /v1/products", () => {
  it("lists a category with its descendants", async () => {
    const top = await aCategory(shop.db, { slug: "top" });
    const leaf = await aCategory(shop.db, { parent: top.id });
    await aProduct(shop.db, { name: "Внизу", category: leaf });
    await aProduct(shop.db, { name: "В стороне" });
    const { status, body } = await shop.ask("GET", "/v1/products?category=top");
    expect(status).toBe(200);
    expect(names(body)).toEqual(["Внизу"]);
    expect(body.data.category).toMatchObject({
      link_rewrite: "top",
      breadcrumbs: [{ link_rewrite: "top" }],
      children: [{ id: leaf.id }],
    });
  });

  it("counts a facet without its own choice and with the others", async () => {
    const [a, b] = [await aManufacturer(shop.db, "Aka"), await aManufacturer(shop.db, "Bo")];
    const usage = await shop.db
      .insertInto("usages")
      .values({ slug: "u", name_ru: "Уход", name_en: "Care" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await aProduct(shop.db, { manufacturerId: a, usageIds: [usage.id], priceMinor: 100_00 });
    await aProduct(shop.db, { manufacturerId: a, priceMinor: 200_00 });
    await aProduct(shop.db, { manufacturerId: b, usageIds: [usage.id], priceMinor: 300_00 });
    const { body } = await shop.ask("GET", `/v1/products?manufacturer=${a}`);
    expect(body.data.total).toBe(2);
    expect(
      body.data.facets.manufacturers.map((facet: { name: string; count: number }) => [facet.name, facet.count]),
    ).toEqual([
      ["Aka", 2],
      ["Bo", 1],
    ]);
    expect(body.data.facets.usages).toEqual([{ id: usage.id, name: "Уход", slug: "u", count: 1 }]);
    expect(body.data.facets.price).toEqual({ min: 100, max: 200 });
    const both = await shop.ask(
      "GET",
      `/v1/products?manufacturer=${a}&manufacturer=${b}&usage=${usage.id}&price_max=250`,
    );
    expect(both.body.data.total).toBe(1);
    expect(both.body.data.facets.price).toEqual({ min: 100, max: 300 });
  });

  it("counts stars, discounts and stock, each without its own choice", async () => {
    const rated = async (stars: number[], wish: Parameters<typeof aProduct>[1]) => {
      const { id } = await aProduct(shop.db, wish);
      await shop.db
        .updateTable("products")
        .set({ rating_sum: stars.reduce((sum, one) => sum + one, 0), reviews_count: stars.length })
        .where("id", "=", id)
        .execute();
    };
    await rated([5, 5], { name: "А", priceMinor: 500_00, oldPriceMinor: 1000_00 });
    // Shown as 4.0: the filter means what the card says.
    await rated([...Array.from({ length: 19 }, () => 4), 3], { name: "Б", priceMinor: 800_00, oldPriceMinor: 1000_00 });
    await rated([3], { name: "В", stock: 0, priceMinor: 990_00, oldPriceMinor: 1000_00 });
    await rated([], { name: "Г" });
    const asked = async (query: string) => {
      const { items, total, facets } = (await shop.ask("GET", `/v1/products?${query}`)).body.data;
      const counts = (steps: { count: number }[]) => steps.map(({ count }) => count);
      return [
        items
          .map((item) => item.name)
          .toSorted()
          .join(""),
        total,
        counts(facets.ratings),
        counts(facets.discounts),
        facets.in_stock,
      ];
    };
    expect(await asked("")).toEqual(["АБВГ", 4, [2, 3], [3, 2, 1], 3]);
    expect(await asked("rating_min=4")).toEqual(["АБ", 2, [2, 3], [2, 2, 1], 2]);
    expect(await asked("discount_min=20")).toEqual(["АБ", 2, [2, 2], [3, 2, 1], 2]);
    expect(await asked("rating_min=3&discount_min=1&in_stock=1")).toEqual(["АБ", 2, [2, 2], [2, 2, 1], 2]);
    expect(await asked("in_stock=1&price_min=700")).toEqual(["БГ", 2, [1, 1], [1, 1, 0], 2]);
    for (const query of ["rating_min=6", "rating_min=x", "rating_min=4.2", "discount_min=0", "discount_min=1.5"])
      expect([query, (await shop.ask("GET", `/v1/products?${query}`)).status]).toEqual([query, 422]);
  });

  it("filters and sorts by the price that is shown, in the currency asked for", async () => {
    await aProduct(shop.db, { name: "Дешевле", priceMinor: 900_00 });
    await aProduct(shop.db, { name: "Дороже", priceMinor: 1290_00 });
    const all = await shop.ask("GET", "/v1/products?sort=price_desc", { currency: "usd" });
    expect(names(all.body)).toEqual(["Дороже", "Дешевле"]);
    const shown = all.body.data.items[0]!.price;
    expect(shown).toMatchObject({ iso_code: "USD", sign: "$" });
    const from = await shop.ask("GET", `/v1/products?price_min=${shown.current}`, { currency: "USD" });
    expect(names(from.body)).toEqual(["Дороже"]);
    const upTo = await shop.ask("GET", `/v1/products?price_max=${all.body.data.items[1]!.price.current}`, {
      currency: "USD",
    });
    expect(names(upTo.body)).toEqual(["Дешевле"]);
  });

  it("ends a sale to the second", async () => {
    const ends = new Date(TEST_NOW.getTime() + 1000);
    await aProduct(shop.db, { priceMinor: 800_00, oldPriceMinor: 1000_00, saleEndsAt: ends });
    const before = await shop.ask("GET", "/v1/products?collection=prices-drop");
    expect(before.body.data.items[0]?.price).toMatchObject({ current: 800, old: 1000, discount_percent: 20 });
    shop.clock.set(ends);
    expect((await shop.ask("GET", "/v1/products?collection=prices-drop")).body.data.total).toBe(0);
    const after = await shop.ask("GET", "/v1/products?price_min=900");
    expect(after.body.data.items[0]?.price).toMatchObject({ current: 1000, old: null, discount_percent: 0 });
  });

  it("pages without overlap and refuses pages out of range", async () => {
    for (let i = 0; i < 5; i++) await aProduct(shop.db);
    const first = await shop.ask("GET", "/v1/products?per_page=3");
    const second = await shop.ask("GET", "/v1/products?per_page=3&page=2");
    expect(new Set([...names(first.body), ...names(second.body)]).size).toBe(5);
    for (const query of [
      "page=0",
      "per_page=97",
      "page=x",
      "sort=best",
      "usage=-1",
      "price_min=-1",
      "manufacturer=99999999999",
    ]) {
      const { status, body } = await shop.ask("GET", `/v1/products?${query}`);
      expect([query, status, body.code]).toEqual([query, 422, "validation_failed"]);
      expect(Object.keys(body.errors)[0]).toContain(query.split("=")[0]);
    }
  });

  it("leaves out hidden products and refuses an unknown category", async () => {
    await aProduct(shop.db, { status: "hidden" });
    expect((await shop.ask("GET", "/v1/products")).body.data.total).toBe(0);
    expect((await shop.ask("GET", "/v1/products?category=nowhere")).status).toBe(404);
  });
});

describe("GET /v1/products/{slug or id}", () => {
  it("answers by slug and by number with options, and 404 for what is not sold", async () => {
    const product = await aProduct(shop.db, {
      ownQtyLimit: 3,
      options: [
        { priceMinor: 500_00, stock: 0 },
        { priceMinor: 700_00, stock: 2 },
      ],
    });
    const bySlug = await shop.ask("GET", `/v1/products/${product.slug}`, { locale: "en-US", currency: "RUB" });
    expect(bySlug.status).toBe(200);
    expect(bySlug.body.data).toMatchObject({ has_options: true, price: { current: 700 }, quantity: 2, qty_limit: 2 });
    expect(
      bySlug.body.data.options.map((option: { available_for_order: boolean; qty_limit: number }) => [
        option.available_for_order,
        option.qty_limit,
      ]),
    ).toEqual([
      [false, 0],
      [true, 2],
    ]);
    expect((await shop.ask("GET", `/v1/products/${product.id}`)).body.data.id).toBe(product.id);
    expect((await shop.ask("GET", "/v1/products/no-such")).body.code).toBe("product_not_found");
  });
});

it("shows similar products: the same use first, then the series, then the neighbours", async () => {
  const parent = await aCategory(shop.db);
  const [shelf, neighbour] = [
    await aCategory(shop.db, { parent: parent.id }),
    await aCategory(shop.db, { parent: parent.id }),
  ];
  const manufacturerId = await aManufacturer(shop.db);
  const product = await aProduct(shop.db, { category: shelf, usageIds: [1], manufacturerId });
  await aProduct(shop.db, { name: "Рядом", category: neighbour, unitsSold: 9 });
  await aProduct(shop.db, { name: "Другое применение", category: shelf, usageIds: [2] });
  await aProduct(shop.db, { name: "То же", category: shelf, usageIds: [1] });
  await aProduct(shop.db, { name: "Нет в наличии", category: shelf, usageIds: [1], stock: 0, unitsSold: 99 });
  await aProduct(shop.db, { name: "Чужое" });
  const { body } = await shop.ask("GET", `/v1/products/${product.id}/similar`);
  expect(names(body)).toEqual(["То же", "Нет в наличии", "Другое применение", "Рядом"]);
});

describe("GET /v1/forYou", () => {
  const rowFor = async (...seen: number[]) => names((await shop.ask("GET", `/v1/forYou?seen=${seen.join(",")}`)).body);

  it("offers what is like each product seen in turn, then those seen, in stock only", async () => {
    const [shelf, other] = [await aCategory(shop.db), await aCategory(shop.db)];
    const manufacturerId = await aManufacturer(shop.db);
    const cream = await aProduct(shop.db, { name: "Крем", category: shelf, usageIds: [1], manufacturerId });
    const soap = await aProduct(shop.db, { name: "Мыло", category: other });
    await aProduct(shop.db, { name: "Крем того же применения", category: shelf, usageIds: [1] });
    await aProduct(shop.db, { name: "Крем иной", category: shelf, usageIds: [2], unitsSold: 90 });
    await aProduct(shop.db, { name: "Крем, которого нет", category: shelf, usageIds: [1], stock: 0 });
    await aProduct(shop.db, { name: "Скрытый крем", category: shelf, usageIds: [1], status: "hidden" });
    await aProduct(shop.db, { name: "Того же производителя", manufacturerId, unitsSold: 99 });
    await aProduct(shop.db, { name: "Мыло другое", category: other });
    await aProduct(shop.db, { name: "Чужое", unitsSold: 100 });
    expect(await rowFor(soap.id, cream.id)).toEqual([
      ...["Мыло другое", "Крем того же применения", "Крем иной", "Того же производителя"],
      "Мыло",
    ]);
    expect(await rowFor(cream.id)).toEqual([
      ...["Крем того же применения", "Крем иной", "Того же производителя"],
      "Крем",
    ]);
  });

  it("has nothing to say where nothing was seen, or nothing is like it, and refuses what is no number", async () => {
    const alone = await aProduct(shop.db);
    expect(await rowFor(alone.id, 999_999)).toEqual([]);
    expect(await rowFor()).toEqual([]);
    expect((await shop.ask("GET", "/v1/forYou?seen=x")).status).toBe(422);
  });
});

describe("POST /v1/productsPrice", () => {
  it("prices what is sold in the currency of the body and leaves out the rest", async () => {
    const plain = await aProduct(shop.db, { priceMinor: 1290_00, stock: 3 });
    const hidden = await aProduct(shop.db, { status: "hidden" });
    const { body } = await shop.ask("POST", "/v1/productsPrice", {
      body: { cart_id: [`${plain.id}_0`, `${hidden.id}_0`, "999_1"], currency: "rub" },
    });
    expect(body.data).toEqual({
      [`${plain.id}_0`]: { sign: "₽", iso_code: "RUB", price: 1290, available_for_order: true, qty_limit: 3 },
    });
  });

  it("refuses what is no cart id, an unknown currency, a body that is no JSON or says it is something else", async () => {
    expect((await shop.ask("POST", "/v1/productsPrice", { body: { cart_id: ["x"] } })).body.errors).toEqual({
      "cart_id.0": ["invalid_cart_id"],
    });
    expect((await shop.ask("POST", "/v1/productsPrice", { body: { cart_id: [], currency: "XXX" } })).body.code).toBe(
      "unknown_currency",
    );
    expect((await shop.ask("POST", "/v1/productsPrice", { body: "{" })).body.code).toBe("malformed");
    expect(
      (
        await shop.ask("POST", "/v1/productsPrice", {
          body: "a",
          headers: { "content-type": "text/plain", "content-length": "1" },
        })
      ).status,
    ).toBe(415);
  });
});

it("tells the database's stock and price on every card, whichever way they were written", async () => {
  const product = await aProduct(shop.db, { stock: 5 });
  await shop.db
    .updateTable("product_variants")
    .set({ stock: 0, price_minor: 55_00 })
    .where("product_id", "=", product.id)
    .execute();
  const { body } = await shop.ask("GET", `/v1/products/${product.id}`);
  expect(body.data).toMatchObject({ quantity: 0, available_for_order: false, price: { current: 55 } });
  await expect(
    shop.db.updateTable("product_variants").set({ stock: -1 }).where("product_id", "=", product.id).execute(),
  ).rejects.toThrow(/check/);
});

it("shows the home page and the front's configuration in both locales", async () => {
  await aProduct(shop.db, { unitsSold: 5 });
  for (const locale of ["ru-RU", "en-US"]) {
    const home = await shop.ask("GET", "/v1/home", { locale });
    expect(home.body.data.rows.map((row: { name: string; items: unknown[] }) => [row.name, row.items.length])).toEqual([
      ["best-sales", 1],
      ["new-products", 0],
      ["prices-drop", 0],
    ]);
    const config = await shop.ask("GET", "/v1/frontConfig", { locale });
    expect(config.body.data).toMatchObject({ locale, limits: { qty: 20 }, features: { bonuses: locale === "ru-RU" } });
  }
});

it("lets the category tree be kept by browsers, for each language apart", async () => {
  const { headers } = await shop.ask("GET", "/v1/categories");
  expect(headers.get("cache-control")).toBe("public, max-age=300");
  expect(headers.get("vary")).toContain("accept-language");
});

it("tells a series and a tag by name and count, and refuses what there is not", async () => {
  const manufacturerId = await aManufacturer(shop.db, "Mizunora");
  const { id: seriesId } = await shop.db
    .insertInto("series")
    .values({ manufacturer_id: manufacturerId, name: "Aqua Layer" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: tagId } = await shop.db
    .insertInto("tags")
    .values({ slug: "sakura", name_ru: "Сакура", name_en: "Sakura" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const [one, two] = [await aProduct(shop.db, { manufacturerId }), await aProduct(shop.db, { status: "hidden" })];
  await shop.db
    .updateTable("products")
    .set({ series_id: seriesId, tag_ids: [tagId] })
    .where("id", "in", [one.id, two.id])
    .execute();

  expect((await shop.ask("GET", `/v1/brand-series/${seriesId}`)).body.data).toEqual({
    id: seriesId,
    name: "Aqua Layer",
    manufacturer: { id: manufacturerId, name: "Mizunora", slug: "mizunora" },
    count: 1,
  });
  expect((await shop.ask("GET", "/v1/tags/sakura")).body.data).toEqual({ slug: "sakura", name: "Сакура", count: 1 });
  for (const query of [`series=${seriesId}`, "tag=sakura"])
    expect((await shop.ask("GET", `/v1/products?${query}`)).body.data.items.map(({ id }) => id)).toEqual([one.id]);
  const missing = [await shop.ask("GET", "/v1/brand-series/999999"), await shop.ask("GET", "/v1/tags/none")];
  expect(missing.map(({ status, body }) => [status, body.code])).toEqual([
    [404, "series_not_found"],
    [404, "tag_not_found"],
  ]);
  expect((await shop.ask("GET", "/v1/brand-series/x")).status).toBe(422);
});
