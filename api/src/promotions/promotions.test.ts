import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createCommandRunner } from "../../test/run-command.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { createCategory, createProduct } from "../catalog/fixtures.ts";
import { CommandError } from "../platform/commands/command.ts";
import { commands } from "./commands.ts";
import { createPromoCode, createGiftTier } from "./fixtures.ts";

const shop = await openTestShop();

const run = createCommandRunner(shop, commands);

describe("GET /v1/user/promo", () => {
  it("lists the customer's own codes first, then active public ones, and none of other customers, unlisted or not started", async () => {
    const { id, token } = await createTestCustomer(shop.db);
    const other = await createTestCustomer(shop.db);
    const category = await createCategory(shop.db);
    await createPromoCode(shop.db, { code: "FUYU10", categories: [category.id], min_sum_minor: 920_00 });
    await createPromoCode(shop.db, { code: "OWN", kind: "fixed", amount_minor: 300_00, customer_id: id });
    await createPromoCode(shop.db, { code: "ANOTHERS", customer_id: other.id });
    await createPromoCode(shop.db, { code: "FRIENDS", listed: false });
    await createPromoCode(shop.db, { code: "LATER", starts_at: new Date("2027-01-01T00:00:00Z") });
    await createPromoCode(shop.db, { code: "OFF", active: false });
    await createPromoCode(shop.db, { code: "OWN-OLD", customer_id: id, ends_at: new Date("2026-11-01T00:00:00Z") });
    const { status, body } = await shop.request("GET", "/v1/user/promo", { token, locale: "en-US", currency: "USD" });
    expect(status).toBe(200);
    expect(body.data.items.map((one) => [one.code, one.state, one.personal])).toEqual([
      ["OWN", "active", true],
      ["FUYU10", "active", false],
      ["OWN-OLD", "expired", true],
    ]);
    expect(body.data.items[1]).toMatchObject({
      ...{ kind: "percent", percent: 10, min_sum: 10.3, iso_code: "USD", sign: "$" },
      categories: [`Category ${category.id}`],
    });
    expect((await shop.request("GET", "/v1/user/promo")).status).toBe(401);
  });
});

describe("GET /v1/promotions", () => {
  it("lists public promotions to anyone", async () => {
    const { id } = await createTestCustomer(shop.db);
    const gift = await createProduct(shop.db);
    await createGiftTier(shop.db, { thresholdMinor: 7000_00, productIds: [gift.id] });
    await createPromoCode(shop.db, { code: "OWN", customer_id: id });
    await createPromoCode(shop.db, { code: "EVERYBODYS" });
    await createPromoCode(shop.db, { code: "FRIENDS", listed: false });
    await createPromoCode(shop.db, { code: "OVER", ends_at: new Date("2026-11-20T09:00:00Z") });
    const { data } = (await shop.request("GET", "/v1/promotions", { locale: "ru-RU" })).body;
    expect(data.items.map((one) => one.code)).toEqual(["EVERYBODYS"]);
    expect(data.items[0]).toMatchObject({ goods: [], products_count: 0 });
    expect(data.presents).toMatchObject([{ price: 7000, items: [{ id: gift.id }] }]);
  });
});

describe("a promo code for some goods", () => {
  it("lists its categories and the first of its products that are sold, with their slugs", async () => {
    const category = await createCategory(shop.db);
    const products = [];
    for (let index = 0; index < 5; index++) products.push(await createProduct(shop.db));
    const [hidden, ...soldProducts] = products;
    await shop.db
      .updateTable("products")
      .set({ status: "hidden" })
      .where("id", "=", hidden?.id ?? 0)
      .execute();
    await createPromoCode(shop.db, { code: "SOME", categories: [category.id], products: products.map(({ id }) => id) });
    const { data } = (await shop.request("GET", "/v1/promotions", { locale: "en-US" })).body;
    const [coupon] = data.items;
    expect([coupon?.products_count, coupon?.for_some_products]).toEqual([5, true]);
    expect(coupon?.goods.map(({ of }) => of)).toEqual(["category", "product", "product", "product"]);
    expect(coupon?.goods.slice(1).map(({ link_rewrite }) => link_rewrite)).toEqual(
      (
        await shop.db
          .selectFrom("products")
          .select("slug")
          .where(
            "id",
            "in",
            soldProducts.slice(0, 3).map(({ id }) => id),
          )
          .orderBy("id")
          .execute()
      ).map(({ slug }) => slug),
    );
  });
});

describe("GET /v1/user/special-offers", () => {
  it("lists the customer's own active codes, and gift tiers", async () => {
    const { id, token } = await createTestCustomer(shop.db);
    const gift = await createProduct(shop.db);
    await createGiftTier(shop.db, { thresholdMinor: 7000_00, productIds: [gift.id] });
    await createPromoCode(shop.db, { code: "OWN", customer_id: id });
    await createPromoCode(shop.db, { code: "EVERYBODYS" });
    const { status, body } = await shop.request("GET", "/v1/user/special-offers", { token });
    expect(status).toBe(200);
    expect(body.data.items.map((one) => one.code)).toEqual(["OWN"]);
    expect(body.data.presents).toMatchObject([{ price: 7000, iso_code: "RUB", count: 1, items: [{ id: gift.id }] }]);
    expect((await shop.request("GET", "/v1/user/special-offers")).status).toBe(401);
  });
});

describe("promo create, list and disable", () => {
  it.each([
    ["ВЕСНА", "has Cyrillic letters (В, Е, С, Н, А). In Latin letters it is BECHA."],
    ["SPRING-Я", "has Cyrillic letters (Я). Codes are Latin"],
  ])("refuse the Cyrillic code %s instead of converting it", async (code, message) => {
    await expect(run("promo create", { CODE: code }, { percent: "10" })).rejects.toThrow(message);
    expect((await run("promo list")).data).toEqual([]);
  });

  it("create a code with every rule, list it, and disable it", async () => {
    const product = await createProduct(shop.db);
    const { reference } = await shop.db.selectFrom("products").select("reference").executeTakeFirstOrThrow();
    const category = await createCategory(shop.db);
    await createTestCustomer(shop.db, { email: "anna@shop.test" });
    await run(
      "promo create",
      { CODE: "fuyu10" },
      {
        ...{ percent: "10", from: "2026-12-01", to: "2026-12-31", "min-sum": "1500,50", uses: "100", "uses-each": "1" },
        ...{ "first-order": true, customer: "Anna@shop.test", products: reference, categories: category.slug },
        unlisted: true,
      },
    );
    const row = await shop.db.selectFrom("promo_codes").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      ...{ code: "FUYU10", kind: "percent", percent: 10, min_sum_minor: 1500_50, max_uses: 100, max_uses_customer: 1 },
      ...{ first_order_only: true, listed: false, active: true },
      // Dates are in Moscow time, and the end date is included.
      starts_at: new Date("2026-11-30T21:00:00Z"),
      ends_at: new Date("2026-12-31T21:00:00Z"),
    });
    const [restriction] = await shop.db.selectFrom("promo_code_products").selectAll().execute();
    expect(restriction).toEqual({ promo_code_id: row.id, product_id: product.id });
    expect((await run("promo list")).lines[1]).toMatch(/^FUYU10 +10 % +1500.5 +0 of 100 .*anna@shop.test +active$/);
    expect((await run("promo disable", { CODE: " fuyu10" })).data).toEqual({ code: "FUYU10", active: false });
    expect((await run("promo list")).data).toMatchObject([{ code: "FUYU10", active: false }]);
  });

  it("create codes of the other kinds", async () => {
    await createProduct(shop.db);
    const { reference } = await shop.db.selectFrom("products").select("reference").executeTakeFirstOrThrow();
    await run("promo create", { CODE: "MINUS500" }, { amount: "500" });
    await run("promo create", { CODE: "DELIVERY0" }, { "free-delivery": true });
    await run("promo create", { CODE: "PODAROK" }, { gift: reference });
    const effects = (await run("promo list")).lines.slice(1).map((line) => line.split(/ {2,}/)[1]);
    expect(effects).toEqual([`gift ${reference}`, "free delivery", "500 RUB"]);
  });

  it.each<[Record<string, string>, Record<string, string | boolean>, string]>([
    [{ CODE: "AB" }, { percent: "10" }, "3 to 40"],
    [{ CODE: "JG-0000-0000-0000" }, { percent: "10" }, "not the form of a gift card code"],
    [{ CODE: "FUYU10" }, {}, "Give exactly one of"],
    [{ CODE: "FUYU10" }, { percent: "10", amount: "5" }, "Give exactly one of"],
    [{ CODE: "FUYU10" }, { percent: "91" }, "from 1 to 90"],
    [{ CODE: "FUYU10" }, { amount: "0" }, "rubles above 0"],
    [{ CODE: "FUYU10" }, { amount: "1.234" }, "rubles above 0"],
    [{ CODE: "FUYU10" }, { percent: "10", from: "tomorrow" }, "takes a day"],
    [{ CODE: "FUYU10" }, { percent: "10", to: "2026-02-31" }, "takes a day"],
    [{ CODE: "FUYU10" }, { percent: "10", from: "2026-12-02", to: "2026-12-01" }, "--to is before --from"],
    [{ CODE: "FUYU10" }, { percent: "10", customer: "nobody@shop.test" }, "There is no customer"],
    [{ CODE: "FUYU10" }, { percent: "10", products: "REF-X,REF-Y" }, "Unknown in --products: REF-X, REF-Y"],
    [{ CODE: "FUYU10" }, { percent: "10", categories: "nowhere" }, "Unknown in --categories: nowhere"],
    [{ CODE: "FUYU10" }, { gift: "REF-X" }, "There is no product REF-X on sale"],
    [{ CODE: "TAKEN" }, { percent: "10" }, "There is a code TAKEN already"],
  ])("refuse %j %j and change nothing", async (args, options, message) => {
    await createPromoCode(shop.db, { code: "TAKEN" });
    await expect(run("promo create", args, options)).rejects.toThrow(CommandError);
    await expect(run("promo create", args, options)).rejects.toThrow(message);
    expect((await shop.db.selectFrom("promo_codes").select("code").execute()).length).toBe(1);
  });

  it("refuse to disable an unknown code", async () => {
    await expect(run("promo disable", { CODE: "NOTHING" })).rejects.toThrow("There is no code NOTHING");
  });
});

describe("gift-tiers create, list and disable", () => {
  it("create a gift tier, and disable it", async () => {
    await createProduct(shop.db);
    await createProduct(shop.db, { hazard: "aerosol" });
    const [reference = "", aerosol = ""] = (
      await shop.db.selectFrom("products").select("reference").orderBy("id").execute()
    ).map((row) => row.reference);
    expect(
      (await run("gift-tiers create", { RUBLES: "7000", REFERENCES: ` ${reference}, ${reference}` })).lines,
    ).toEqual(["From 7000 rubles 1 of 1 may be chosen: gift tier 1."]);
    const createTier = (references: string, options = {}) =>
      run("gift-tiers create", { RUBLES: "7000", REFERENCES: references }, options);
    await expect(createTier("REF-X")).rejects.toThrow("no product on sale: REF-X");
    await expect(createTier(aerosol)).rejects.toThrow("cannot be gifts");
    await expect(createTier(reference, { count: "2" })).rejects.toThrow("only 1 to choose from");
    expect((await run("gift-tiers list")).lines[1]).toMatch(/^1 +7000 +1 .* active$/);
    await run("gift-tiers disable", { ID: "1" });
    expect((await run("gift-tiers list")).lines[1]).toMatch(/ disabled$/);
    await expect(run("gift-tiers disable", { ID: "9" })).rejects.toThrow("There is no gift tier 9");
  });
});
