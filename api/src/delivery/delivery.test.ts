import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { currencyByCode } from "../money/service.ts";
import { aDeliverableWorld } from "./fixtures.ts";
import { type Parcel, methodsFor, wireMethod } from "./service.ts";

const shop = await openTestShop();
beforeEach(() => aDeliverableWorld(shop.db));

describe("GET /v1/countries", () => {
  it("names the countries and says where something goes", async () => {
    const { body } = await shop.ask("GET", "/v1/countries", { locale: "en-US" });
    const found = body.data.items.filter((row: { code: string }) => ["RU", "UA"].includes(row.code));
    expect(found.map((row: { name: string; deliverable: boolean }) => [row.name, row.deliverable])).toEqual([
      ["Russia", true],
      ["Ukraine", false],
    ]);
  });
});

describe("GET /v1/cdek/points", () => {
  it.each(["city=Казань", "city=kazan", "postcode=420015"])("finds by %s", async (query) => {
    const { body } = await shop.ask("GET", `/v1/cdek/points?${encodeURI(query)}`);
    expect(body.data.items.map((point: { code: string }) => point.code)).toEqual(["KZN1"]);
  });

  it("finds nothing elsewhere, and refuses to list everything", async () => {
    expect((await shop.ask("GET", "/v1/cdek/points?city=Moscow")).body.data.items).toEqual([]);
    const all = await shop.ask("GET", "/v1/cdek/points");
    expect([all.status, all.body.errors]).toEqual([422, { city: ["required"] }]);
  });
});

describe("the methods for a parcel", () => {
  const parcel: Parcel = {
    country: "RU",
    city: "Kazan",
    weightG: 500,
    productsRubMinor: 1000_00,
    products: [{ productId: 1, hazard: "none" }],
  };

  it("cost the flat price or their own, and nothing from the free threshold on, to the kopeck", async () => {
    const prices = async (productsRubMinor: number) =>
      (await methodsFor(shop.db, { ...parcel, productsRubMinor })).map((method) => [
        method.row.id,
        method.priceRubMinor,
      ]);
    expect(await prices(4999_99)).toEqual([
      [1, 499_00],
      [6, 590_00],
    ]);
    expect(await prices(5000_00)).toEqual([
      [1, 0],
      [6, 0],
    ]);
  });

  it("leave out what cannot carry the weight, and points that cannot take it", async () => {
    expect(await methodsFor(shop.db, { ...parcel, weightG: 30_001 })).toEqual([]);
    await shop.db.updateTable("pickup_points").set({ weight_max_g: 400 }).execute();
    expect((await methodsFor(shop.db, parcel)).map((method) => method.points.length)).toEqual([0, 0]);
  });

  it("say which goods they refuse", async () => {
    const products = [
      { productId: 1, hazard: "none" },
      { productId: 2, hazard: "aerosol" },
      { productId: 3, hazard: "perfume" },
    ];
    expect((await methodsFor(shop.db, { ...parcel, products })).map((method) => method.refusedProductIds)).toEqual([
      [2, 3],
      [3],
    ]);
  });

  it("are shown in the shopper's currency and language", async () => {
    const [airmail] = await methodsFor(shop.db, parcel);
    const usd = await currencyByCode(shop.db, "USD");
    expect(airmail && wireMethod(airmail, usd, "en-US")).toMatchObject({ name: "Airmail", days_min: 10, options: [] });
  });
});
