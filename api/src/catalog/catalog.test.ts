import { describe, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../test/harness.ts";
import { createCategory, createBrand, createProduct } from "./fixtures.ts";

const shop = await openTestShop();
const names = (body: { data: { items: { name: string }[] } }) => body.data.items.map((item) => item.name);

describe("GET /v1/products", () => {
  it("lists a category with its descendants", async () => {
    const top = await createCategory(shop.db, { slug: "top" });
    const leaf = await createCategory(shop.db, { parent: top.id });
    await createProduct(shop.db, { name: "Внизу", category: leaf });
    await createProduct(shop.db, { name: "В стороне" });
    const { status, body } = await shop.request("GET", "/v1/products?category=top");
    expect(status).toBe(200);
    expect(names(body)).toEqual(["Внизу"]);
    expect(body.data.category).toMatchObject({
      link_rewrite: "top",
      breadcrumbs: [{ link_rewrite: "top" }],
      children: [{ id: leaf.id }],
    });
  });

  it("counts a facet without its own choice but with the others", async () => {
    const [a, b] = [await createBrand(shop.db, "Aka"), await createBrand(shop.db, "Bo")];
    const usage = await shop.db
      .insertInto("concerns")
      .values({ slug: "u", name_ru: "Уход", name_en: "Care" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await createProduct(shop.db, { brandId: a, concernIds: [usage.id], priceMinor: 100_00 });
    await createProduct(shop.db, { brandId: a, priceMinor: 200_00 });
    await createProduct(shop.db, { brandId: b, concernIds: [usage.id], priceMinor: 300_00 });
    const { body } = await shop.request("GET", `/v1/products?manufacturer=${a}`);
    expect(body.data.total).toBe(2);
    expect(
      body.data.facets.manufacturers.map((facet: { name: string; count: number }) => [facet.name, facet.count]),
    ).toEqual([
      ["Aka", 2],
      ["Bo", 1],
    ]);
    expect(body.data.facets.usages).toEqual([{ id: usage.id, name: "Уход", slug: "u", count: 1 }]);
    expect(body.data.facets.price).toEqual({ min: 100, max: 200 });
    const both = await shop.request(
      "GET",
      `/v1/products?manufacturer=${a}&manufacturer=${b}&usage=${usage.id}&price_max=250`,
    );
    expect(both.body.data.total).toBe(1);
    expect(both.body.data.facets.price).toEqual({ min: 100, max: 300 });
  });

  it("counts rating, discount and stock facets, each without its own choice", async () => {
    const createRatedProduct = async (stars: number[], fixture: Parameters<typeof createProduct>[1]) => {
      const { id } = await createProduct(shop.db, fixture);
      await shop.db
        .updateTable("products")
        .set({ rating_sum: stars.reduce((sum, one) => sum + one, 0), reviews_count: stars.length })
        .where("id", "=", id)
        .execute();
    };
    await createRatedProduct([5, 5], { name: "А", priceMinor: 500_00, oldPriceMinor: 1000_00 });
    // Displayed as 4.0: the filter compares the displayed rating.
    await createRatedProduct([...Array.from({ length: 19 }, () => 4), 3], {
      name: "Б",
      priceMinor: 800_00,
      oldPriceMinor: 1000_00,
    });
    await createRatedProduct([3], { name: "В", stock: 0, priceMinor: 990_00, oldPriceMinor: 1000_00 });
    await createRatedProduct([], { name: "Г" });
    const getResult = async (query: string) => {
      const { items, total, facets } = (await shop.request("GET", `/v1/products?${query}`)).body.data;
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
    expect(await getResult("")).toEqual(["АБВГ", 4, [2, 3], [3, 2, 1], 3]);
    expect(await getResult("rating_min=4")).toEqual(["АБ", 2, [2, 3], [2, 2, 1], 2]);
    expect(await getResult("discount_min=20")).toEqual(["АБ", 2, [2, 2], [3, 2, 1], 2]);
    expect(await getResult("rating_min=3&discount_min=1&in_stock=1")).toEqual(["АБ", 2, [2, 2], [2, 2, 1], 2]);
    expect(await getResult("in_stock=1&price_min=700")).toEqual(["БГ", 2, [1, 1], [1, 1, 0], 2]);
    for (const query of ["rating_min=6", "rating_min=x", "rating_min=4.2", "discount_min=0", "discount_min=1.5"])
      expect([query, (await shop.request("GET", `/v1/products?${query}`)).status]).toEqual([query, 422]);
  });

  it("filters and sorts by the displayed price in the requested currency", async () => {
    await createProduct(shop.db, { name: "Дешевле", priceMinor: 900_00 });
    await createProduct(shop.db, { name: "Дороже", priceMinor: 1290_00 });
    const all = await shop.request("GET", "/v1/products?sort=price_desc", { currency: "usd" });
    expect(names(all.body)).toEqual(["Дороже", "Дешевле"]);
    const price = all.body.data.items[0]!.price;
    expect(price).toMatchObject({ iso_code: "USD", sign: "$" });
    const fromPrice = await shop.request("GET", `/v1/products?price_min=${price.current}`, { currency: "USD" });
    expect(names(fromPrice.body)).toEqual(["Дороже"]);
    const upToPrice = await shop.request("GET", `/v1/products?price_max=${all.body.data.items[1]!.price.current}`, {
      currency: "USD",
    });
    expect(names(upToPrice.body)).toEqual(["Дешевле"]);
  });

  it("ends a sale to the second", async () => {
    const endsAt = new Date(TEST_NOW.getTime() + 1000);
    await createProduct(shop.db, { priceMinor: 800_00, oldPriceMinor: 1000_00, saleEndsAt: endsAt });
    const before = await shop.request("GET", "/v1/products?collection=prices-drop");
    expect(before.body.data.items[0]?.price).toMatchObject({ current: 800, old: 1000, discount_percent: 20 });
    shop.clock.set(endsAt);
    expect((await shop.request("GET", "/v1/products?collection=prices-drop")).body.data.total).toBe(0);
    const after = await shop.request("GET", "/v1/products?price_min=900");
    expect(after.body.data.items[0]?.price).toMatchObject({ current: 1000, old: null, discount_percent: 0 });
  });

  it("pages without overlap and refuses pages out of range", async () => {
    for (let i = 0; i < 5; i++) await createProduct(shop.db);
    const first = await shop.request("GET", "/v1/products?per_page=3");
    const second = await shop.request("GET", "/v1/products?per_page=3&page=2");
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
      const { status, body } = await shop.request("GET", `/v1/products?${query}`);
      expect([query, status, body.code]).toEqual([query, 422, "validation_failed"]);
      expect(Object.keys(body.errors)[0]).toContain(query.split("=")[0]);
    }
  });

  it("omits hidden products and refuses an unknown category", async () => {
    await createProduct(shop.db, { status: "hidden" });
    expect((await shop.request("GET", "/v1/products")).body.data.total).toBe(0);
    expect((await shop.request("GET", "/v1/products?category=nowhere")).status).toBe(404);
  });
});

describe("GET /v1/products/{slug or id}", () => {
  it("returns a product by slug or id with options, and 404 for an unknown one", async () => {
    const product = await createProduct(shop.db, {
      ownQtyLimit: 3,
      options: [
        { priceMinor: 500_00, stock: 0 },
        { priceMinor: 700_00, stock: 2 },
      ],
    });
    const bySlug = await shop.request("GET", `/v1/products/${product.slug}`, { locale: "en-US", currency: "RUB" });
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
    expect((await shop.request("GET", `/v1/products/${product.id}`)).body.data.id).toBe(product.id);
    expect((await shop.request("GET", "/v1/products/no-such")).body.code).toBe("product_not_found");
  });
});

it("lists similar products: same concern first, then the category, then sibling categories", async () => {
  const parent = await createCategory(shop.db);
  const [category, siblingCategory] = [
    await createCategory(shop.db, { parent: parent.id }),
    await createCategory(shop.db, { parent: parent.id }),
  ];
  const brandId = await createBrand(shop.db);
  const product = await createProduct(shop.db, { category, concernIds: [1], brandId });
  await createProduct(shop.db, { name: "Рядом", category: siblingCategory, unitsSold: 9 });
  await createProduct(shop.db, { name: "Другое применение", category, concernIds: [2] });
  await createProduct(shop.db, { name: "То же", category, concernIds: [1] });
  await createProduct(shop.db, { name: "Нет в наличии", category, concernIds: [1], stock: 0, unitsSold: 99 });
  await createProduct(shop.db, { name: "Чужое" });
  const { body } = await shop.request("GET", `/v1/products/${product.id}/similar`);
  expect(names(body)).toEqual(["То же", "Нет в наличии", "Другое применение", "Рядом"]);
});

describe("GET /v1/forYou", () => {
  const listRecommendations = async (...seen: number[]) =>
    names((await shop.request("GET", `/v1/forYou?seen=${seen.join(",")}`)).body);

  it("lists products similar to each viewed product in turn, then the viewed ones, in stock only", async () => {
    const [category, other] = [await createCategory(shop.db), await createCategory(shop.db)];
    const brandId = await createBrand(shop.db);
    const cream = await createProduct(shop.db, { name: "Крем", category, concernIds: [1], brandId });
    const soap = await createProduct(shop.db, { name: "Мыло", category: other });
    await createProduct(shop.db, { name: "Крем того же применения", category, concernIds: [1] });
    await createProduct(shop.db, { name: "Крем иной", category, concernIds: [2], unitsSold: 90 });
    await createProduct(shop.db, { name: "Крем, которого нет", category, concernIds: [1], stock: 0 });
    await createProduct(shop.db, { name: "Скрытый крем", category, concernIds: [1], status: "hidden" });
    await createProduct(shop.db, { name: "Того же производителя", brandId, unitsSold: 99 });
    await createProduct(shop.db, { name: "Мыло другое", category: other });
    await createProduct(shop.db, { name: "Чужое", unitsSold: 100 });
    expect(await listRecommendations(soap.id, cream.id)).toEqual([
      ...["Мыло другое", "Крем того же применения", "Крем иной", "Того же производителя"],
      "Мыло",
    ]);
    expect(await listRecommendations(cream.id)).toEqual([
      ...["Крем того же применения", "Крем иной", "Того же производителя"],
      "Крем",
    ]);
  });

  it("is empty without viewed or similar products, and refuses an id that is not a number", async () => {
    const alone = await createProduct(shop.db);
    expect(await listRecommendations(alone.id, 999_999)).toEqual([]);
    expect(await listRecommendations()).toEqual([]);
    expect((await shop.request("GET", "/v1/forYou?seen=x")).status).toBe(422);
  });
});

describe("POST /v1/productsPrice", () => {
  it("returns prices of active products in the currency of the body and omits the rest", async () => {
    const plain = await createProduct(shop.db, { priceMinor: 1290_00, stock: 3 });
    const hidden = await createProduct(shop.db, { status: "hidden" });
    const { body } = await shop.request("POST", "/v1/productsPrice", {
      body: { cart_id: [`${plain.id}_0`, `${hidden.id}_0`, "999_1"], currency: "rub" },
    });
    expect(body.data).toEqual({
      [`${plain.id}_0`]: { sign: "₽", iso_code: "RUB", price: 1290, available_for_order: true, qty_limit: 3 },
    });
  });

  it("refuses an invalid cart id, an unknown currency, invalid JSON and another content type", async () => {
    expect((await shop.request("POST", "/v1/productsPrice", { body: { cart_id: ["x"] } })).body.errors).toEqual({
      "cart_id.0": ["invalid_cart_id"],
    });
    expect(
      (await shop.request("POST", "/v1/productsPrice", { body: { cart_id: [], currency: "XXX" } })).body.code,
    ).toBe("unknown_currency");
    expect((await shop.request("POST", "/v1/productsPrice", { body: "{" })).body.code).toBe("malformed");
    expect(
      (
        await shop.request("POST", "/v1/productsPrice", {
          body: "a",
          headers: { "content-type": "text/plain", "content-length": "1" },
        })
      ).status,
    ).toBe(415);
  });
});

it("keeps stock and price of cards in sync with variants changed directly in the database", async () => {
  const product = await createProduct(shop.db, { stock: 5 });
  await shop.db
    .updateTable("product_variants")
    .set({ stock: 0, price_minor: 55_00 })
    .where("product_id", "=", product.id)
    .execute();
  const { body } = await shop.request("GET", `/v1/products/${product.id}`);
  expect(body.data).toMatchObject({ quantity: 0, available_for_order: false, price: { current: 55 } });
  await expect(
    shop.db.updateTable("product_variants").set({ stock: -1 }).where("product_id", "=", product.id).execute(),
  ).rejects.toThrow(/check/);
});

it("returns the home page and the store config in both locales", async () => {
  await createProduct(shop.db, { unitsSold: 5 });
  for (const locale of ["ru-RU", "en-US"]) {
    const home = await shop.request("GET", "/v1/home", { locale });
    expect(home.body.data.rows.map((row: { name: string; items: unknown[] }) => [row.name, row.items.length])).toEqual([
      ["best-sales", 1],
      ["new-products", 0],
      ["prices-drop", 0],
    ]);
    const config = await shop.request("GET", "/v1/frontConfig", { locale });
    expect(config.body.data).toMatchObject({ locale, limits: { qty: 20 }, features: { bonuses: locale === "ru-RU" } });
  }
});

it("lets browsers cache the category tree, separately for each language", async () => {
  const { headers } = await shop.request("GET", "/v1/categories");
  expect(headers.get("cache-control")).toBe("public, max-age=300");
  expect(headers.get("vary")).toContain("accept-language");
});

it("returns a series and a tag with product counts, and 404 for unknown ones", async () => {
  const brandId = await createBrand(shop.db, "Mizunora");
  const { id: seriesId } = await shop.db
    .insertInto("series")
    .values({ brand_id: brandId, name: "Aqua Layer" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: tagId } = await shop.db
    .insertInto("tags")
    .values({ slug: "sakura", name_ru: "Сакура", name_en: "Sakura" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const [one, two] = [await createProduct(shop.db, { brandId }), await createProduct(shop.db, { status: "hidden" })];
  await shop.db
    .updateTable("products")
    .set({ series_id: seriesId, tag_ids: [tagId] })
    .where("id", "in", [one.id, two.id])
    .execute();

  expect((await shop.request("GET", `/v1/brand-series/${seriesId}`)).body.data).toEqual({
    id: seriesId,
    name: "Aqua Layer",
    manufacturer: { id: brandId, name: "Mizunora", slug: "mizunora" },
    count: 1,
  });
  expect((await shop.request("GET", "/v1/tags/sakura")).body.data).toEqual({
    slug: "sakura",
    name: "Сакура",
    count: 1,
  });
  for (const query of [`series=${seriesId}`, "tag=sakura"])
    expect((await shop.request("GET", `/v1/products?${query}`)).body.data.items.map(({ id }) => id)).toEqual([one.id]);
  const missing = [await shop.request("GET", "/v1/brand-series/999999"), await shop.request("GET", "/v1/tags/none")];
  expect(missing.map(({ status, body }) => [status, body.code])).toEqual([
    [404, "series_not_found"],
    [404, "tag_not_found"],
  ]);
  expect((await shop.request("GET", "/v1/brand-series/x")).status).toBe(422);
});
