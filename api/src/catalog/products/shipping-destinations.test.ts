import { expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createProduct } from "../fixtures.ts";
import { getRoutes, listMethodsForParcel } from "../../delivery/shipping-methods.ts";

const shop = await openTestShop();
const { db } = shop;
const getDestinations = async (id: number) => (await shop.request("GET", `/v1/products/${id}`)).body.data.delivery;

it.each(["none", "aerosol"] as const)(
  "lists the destinations and prices of the cart for products of hazard class %s",
  async (hazard) => {
    const { id } = await createProduct(db, { hazard });
    const { weight_g: weightG } = await db.selectFrom("products").select("weight_g").executeTakeFirstOrThrow();
    const destinations = await getDestinations(id);
    const countries = [...new Set((await getRoutes(db)).map(({ country }) => country))];
    expect(countries.length).toBeGreaterThan(10);
    for (const country of countries) {
      const parcel = { country, city: "", postcode: "", weightG, productsRubMinor: 0, maxPickupPoints: 0 };
      const { offered, unavailable } = await listMethodsForParcel(db, {
        ...parcel,
        products: [{ productId: id, hazard, sizeMm: null, qty: 1 }],
      });
      const prices = offered
        .filter((method) => method.refusedProductIds.length === 0)
        .map((method) => method.priceRubMinor / 100);
      // Pickup points are only known for an address; the method itself still serves the country.
      const needsPickupPoint = unavailable.some(({ row, reason }) => reason === "no_points" && !row.needs_pickup_point);
      const groups = destinations.filter((destination) => destination.countries.includes(country));
      expect([country, needsPickupPoint, groups.length]).toEqual([
        country,
        false,
        groups.length > 0 || prices.length > 0 ? 1 : 0,
      ]);
      if (prices.length > 0) expect([country, groups[0]?.price]).toEqual([country, Math.min(...prices)]);
    }
  },
);

it("lists each country once, grouped by identical terms", async () => {
  const { id } = await createProduct(db);
  const destinations = await getDestinations(id);
  const listedCountries = destinations.flatMap(({ countries }) => countries);
  expect(new Set(listedCountries).size).toBe(listedCountries.length);
  expect(listedCountries).toContain("RU");
  const terms = new Set(destinations.map((group) => JSON.stringify({ ...group, countries: [] })));
  expect(terms.size).toBe(destinations.length);
});

it("lists no destinations for a product too heavy for every method", async () => {
  const { id } = await createProduct(db);
  await db.updateTable("products").set({ weight_g: 900_000 }).execute();
  expect(await getDestinations(id)).toEqual([]);
});
