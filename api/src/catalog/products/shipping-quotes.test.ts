import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { clearAllCaches } from "../../platform/cache/cache.ts";
import { createDeliverySetup, createRussianCustomsRule } from "../../delivery/fixtures.ts";
import { createCategory, createProduct } from "../fixtures.ts";

const shop = await openTestShop();
const get = async <Path extends string>(path: Path, country?: string, locale = "en-US") => {
  const headers = country === undefined ? {} : { "delivery-country": country };
  return (await shop.request("GET", path, { headers, locale, currency: "RUB" })).body.data;
};
const getQuote = async (id: number, country?: string) => (await get(`/v1/products/${id}`, country)).shipping;

beforeEach(async () => {
  await createDeliverySetup(shop.db);
  await createRussianCustomsRule(shop.db);
});

describe("a quote", () => {
  it("has the dates and the price of the cheapest method, and the duty", async () => {
    const cheap = await createProduct(shop.db, { priceMinor: 1000_00 });
    expect(await getQuote(cheap.id, "RU")).toEqual({
      refusal: null,
      price: 499,
      arrives: { from: "2026-11-30", to: "2026-12-08" },
      duty: 0,
    });
    const dear = await createProduct(shop.db, { priceMinor: 40_000_00 });
    // Japan's export limit covers cosmetics only.
    await shop.db.updateTable("products").set({ hs_code: "6302.60" }).where("id", "=", dear.id).execute();
    // Free with both methods, so the faster one is named.
    const quote = await getQuote(dear.id, "RU");
    expect(quote).toMatchObject({ price: 0, arrives: { from: "2026-11-28", to: "2026-12-04" } });
    expect(quote?.duty).toBeGreaterThan(0);
    // The store has no customs rule for this country.
    expect(await getQuote(cheap.id, "KZ")).toMatchObject({ refusal: null, price: 499, duty: null });
  });

  it.each([
    ["perfume" as const, "RU", "perfume"],
    ["aerosol" as const, "KZ", "aerosol"],
    ["none" as const, "UA", "country"],
  ])("of %s goods for %s says why they cannot be sent", async (hazard, country, code) => {
    const { id } = await createProduct(shop.db, { hazard });
    const quote = await getQuote(id, country);
    expect(quote).toMatchObject({ refusal: { code }, price: null, arrives: null, duty: null });
    expect(quote?.refusal?.text).not.toContain("cannot_send");
  });

  it("says so of goods that are too heavy or too large for every method, or may not be exported at this price", async () => {
    const heavy = await createProduct(shop.db, { weightG: 29_000 });
    expect(await getQuote(heavy.id, "RU")).toMatchObject({ refusal: { code: "too_heavy" } });
    await shop.db.updateTable("shipping_methods").set({ longest_max_mm: 600 }).execute();
    clearAllCaches();
    const large = await createProduct(shop.db, { sizeMm: [700, 100, 100] });
    expect(await getQuote(large.id, "RU")).toMatchObject({ refusal: { code: "oversize" } });
    const luxury = await createProduct(shop.db, { priceMinor: 90_000_00 });
    const quote = await getQuote(luxury.id, "RU");
    expect(quote?.refusal).toEqual({
      code: "export_limit",
      text: "Over 40,000 ¥ each, so it cannot be exported there",
    });
    expect(await getQuote(luxury.id, "KZ")).toMatchObject({ refusal: null });
    const { delivery } = await get(`/v1/products/${luxury.id}`, "KZ");
    const countries = (delivery as { countries: string[] }[]).flatMap((destination) => destination.countries);
    expect(countries).toContain("KZ");
    expect(countries).not.toContain("RU");
  });

  it.each([undefined, "XX", "Russia", "r"])("is not made for the country %s", async (country) => {
    const { id } = await createProduct(shop.db);
    expect(await getQuote(id, country)).toBeNull();
    expect((await get("/v1/frontConfig", country)).destination).toBeNull();
  });

  it("is made for each option at its price", async () => {
    const { id } = await createProduct(shop.db, { options: [{ priceMinor: 1000_00 }, { priceMinor: 9000_00 }] });
    const { options } = await get(`/v1/products/${id}`, "RU");
    expect(options.map((option) => option.shipping?.price)).toEqual([499, 0]);
  });
});

describe("a listing", () => {
  it("counts the products that cannot be sent, and hides them on request", async () => {
    const category = await createCategory(shop.db);
    const sent = await createProduct(shop.db, { category, name: "Sent" });
    await createProduct(shop.db, { category, hazard: "perfume" });
    await createProduct(shop.db, { category, hazard: "aerosol" });
    const list = (query: string, country?: string) => get(`/v1/products?category=${category.slug}${query}`, country);
    expect(await list("", "KZ")).toMatchObject({ total: 3, facets: { not_shippable: 2 } });
    const filtered = await list("&shippable=1", "KZ");
    expect(filtered).toMatchObject({ total: 1, facets: { not_shippable: 2 }, items: [{ id: sent.id }] });
    expect(await list("&shippable=1", "RU")).toMatchObject({ total: 2, facets: { not_shippable: 1 } });
    expect(await list("&shippable=1")).toMatchObject({ total: 3, facets: { not_shippable: null } });
  });

  it("sees changes of what decides whether a product can be sent", async () => {
    const category = await createCategory(shop.db);
    const { id } = await createProduct(shop.db, { category });
    const count = async () => (await get(`/v1/products?category=${category.slug}`, "KZ")).facets.not_shippable;
    expect(await count()).toBe(0);
    for (const change of [{ hazard: "perfume" as const }, { hazard: "none" as const, weight_g: 29_900 }]) {
      await shop.db.updateTable("products").set(change).where("id", "=", id).execute();
      expect(await count()).toBe(1);
    }
  });
});

it("names the destination in both languages", async () => {
  expect((await get("/v1/frontConfig", "ru")).destination).toEqual({
    ...{ country: "RU", name: "Russia", direction: "to Russia" },
  });
  expect((await get("/v1/frontConfig", "RU", "ru-RU")).destination).toMatchObject({ direction: "в Россию" });
});

it("lists the destinations with dates and the lowest price", async () => {
  const { items } = await get("/v1/delivery/destinations");
  expect(items.map(({ country }) => country)).toEqual(["RU", "KZ"]);
  expect(items[1]).toEqual({
    ...{ country: "KZ", name: "Kazakhstan", direction: "to Kazakhstan", price: 499, iso_code: "RUB", sign: "₽" },
    arrives: { from: "2026-12-02", to: "2026-12-10" },
  });
});
