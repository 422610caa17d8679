import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aProduct } from "./fixtures.ts";
import { everyRoute, methodsFor } from "../delivery/methods.ts";

const shop = await openTestShop();
const { db } = shop;
const reachOfProduct = async (id: number) => (await shop.ask("GET", `/v1/products/${id}`)).body.data.delivery;

it.each(["none", "aerosol"] as const)(
  "sends goods of the hazard class %s where the cart would, for its prices",
  async (hazard) => {
    const { id } = await aProduct(db, { hazard });
    const { weight_g: weightG } = await db.selectFrom("products").select("weight_g").executeTakeFirstOrThrow();
    const reach = await reachOfProduct(id);
    const countries = [...new Set((await everyRoute(db)).map(({ country }) => country))];
    expect(countries.length).toBeGreaterThan(10);
    for (const country of countries) {
      const parcel = { country, city: "", postcode: "", weightG, productsRubMinor: 0, points: 0 };
      const { offered, refused } = await methodsFor(db, {
        ...parcel,
        products: [{ productId: id, hazard, sizeMm: null, qty: 1 }],
      });
      const prices = offered.filter((one) => one.refusedProductIds.length === 0).map((one) => one.priceRubMinor / 100);
      // Which points there are is known with an address; the method itself goes there.
      const atPoints = refused.some(({ row, reason }) => reason === "no_points" && !row.needs_point);
      const found = reach.filter((one) => one.countries.includes(country));
      expect([country, atPoints, found.length]).toEqual([
        country,
        false,
        found.length > 0 || prices.length > 0 ? 1 : 0,
      ]);
      if (prices.length > 0) expect([country, found[0]?.price]).toEqual([country, Math.min(...prices)]);
    }
  },
);

it("names each country once, and groups those of the same terms", async () => {
  const { id } = await aProduct(db);
  const reach = await reachOfProduct(id);
  const named = reach.flatMap(({ countries }) => countries);
  expect(new Set(named).size).toBe(named.length);
  expect(named).toContain("RU");
  const terms = new Set(reach.map((group) => JSON.stringify({ ...group, countries: [] })));
  expect(terms.size).toBe(reach.length);
});

it("sends what is too heavy for every method nowhere", async () => {
  const { id } = await aProduct(db);
  await db.updateTable("products").set({ weight_g: 900_000 }).execute();
  expect(await reachOfProduct(id)).toEqual([]);
});
