import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { getCurrency } from "../money/service.ts";
import { clearAllCaches } from "../platform/cache/cache.ts";
import { updateSetting } from "../platform/settings/settings.ts";
import { createDeliverySetup } from "./fixtures.ts";
import {
  listMethodsForParcel,
  type Parcel,
  serializeShippingMethod,
  serializeUnavailableMethod,
} from "./shipping-methods.ts";
import { flatPriceMinor, freeFromMinor } from "./settings.ts";

const shop = await openTestShop();
beforeEach(() => createDeliverySetup(shop.db));
const findCodes = async (query: string) =>
  (await shop.request("GET", `/v1/cdek/points?${encodeURI(query)}`)).body.data.items.map(({ code }) => code);

describe("GET /v1/countries", () => {
  it("returns the countries and whether there is delivery to them", async () => {
    const { body } = await shop.request("GET", "/v1/countries", { locale: "en-US" });
    const countries = body.data.items.filter((row) => ["RU", "UA"].includes(row.code));
    expect(countries.map((row) => [row.name, row.deliverable, row.postcode_example])).toEqual([
      ["Russia", true, "101000"],
      ["Ukraine", false, "01001"],
    ]);
  });

  it("gives every country a valid postcode example", async () => {
    const { body } = await shop.request("GET", "/v1/countries");
    const withInvalidExample = body.data.items.filter(
      (row) => !new RegExp(row.postcode_pattern).test(row.postcode_example),
    );
    expect([body.data.items.length > 45, withInvalidExample]).toEqual([true, []]);
  });
});

it("GET /v1/delivery/methods returns the methods with the terms that the cart uses", async () => {
  const { body } = await shop.request("GET", "/v1/delivery/methods", { locale: "en-US" });
  expect(body.data.items).toEqual([
    {
      id: 1,
      code: "test-airmail",
      name: "Airmail",
      price: 5.59,
      free_from: 55.98,
      iso_code: "USD",
      sign: "$",
      weight_max_g: 30_000,
      size_limits: "",
      refuses: ["aerosols", "perfume"],
      countries: [
        { code: "RU", name: "Russia", days_min: 10, days_max: 18, price: 5.59 },
        { code: "KZ", name: "Kazakhstan", days_min: 12, days_max: 20, price: 5.59 },
      ],
    },
    expect.objectContaining({
      id: 6,
      refuses: ["perfume"],
      countries: [{ code: "RU", name: "Russia", days_min: 8, days_max: 14, price: 6.61 }],
    }),
  ]);
});

describe("GET /v1/cdek/points", () => {
  it.each(["city=Казань", "city=kazan", "postcode=420015", "q=примерная", "q=казан 10", "q=kzn1&country=RU"])(
    "finds points by %s",
    async (query) => {
      expect(await findCodes(query)).toEqual(["KZN1"]);
    },
  );

  it("treats pattern characters literally, and finds nothing elsewhere", async () => {
    for (const query of ["city=Moscow", "q=%25%25", "q=__", "q=казань москва", "q=казань&country=KZ"])
      expect([query, await findCodes(query)]).toEqual([query, []]);
  });

  it.each([
    ["", { city: ["required"] }],
    ["q=a", { q: ["tooShort"] }],
    ["city=Kazan&country=ru", { country: ["unknownCountry"] }],
    [`q=${"x".repeat(101)}`, { q: ["tooLong"] }],
  ])("refuses %j", async (query, errors) => {
    const { status, body } = await shop.request("GET", `/v1/cdek/points?${query}`);
    expect([status, body.errors]).toEqual([422, errors]);
  });
});

it("GET /v1/cdek/points returns for each point why it does not accept the parcel", async () => {
  const getRefusal = async (query: string) =>
    (await shop.request("GET", `/v1/cdek/points?city=kazan${query}`, { locale: "en-US" })).body.data.items[0]?.refusal;
  await shop.db
    .updateTable("pickup_points")
    .set({ weight_max_g: 15_000, boxes_mm: JSON.stringify([[640, 410, 380]]) })
    .execute();
  expect(await getRefusal("")).toBeNull();
  expect(await getRefusal("&weight_g=15000&box_mm=380x410x640")).toBeNull();
  expect(await getRefusal("&weight_g=15001")).toBe("Takes parcels up to 15 kg, yours is heavier");
  expect(await getRefusal("&box_mm=500x400x390")).toBe("Your parcel does not go into its cells");
  const response = await shop.request("GET", "/v1/cdek/points?city=kazan&box_mm=1x2&weight_g=-1");
  expect([response.status, Object.keys(response.body.errors ?? {})]).toEqual([422, ["weight_g", "box_mm"]]);
});

describe("GET /v1/delivery/places", () => {
  const listPlaces = async (query: string) =>
    (await shop.request("GET", `/v1/delivery/places?${encodeURI(query)}`)).body.data.items;

  it.each([
    "country=RU&postcode=420015",
    "country=RU&postcode=420999",
    "country=RU&city=Казань",
    "country=RU&city=kazan",
  ])("finds a city and its postcode by %s", async (query) => {
    await shop.db.updateTable("pickup_points").set({ city_latin: "Kazan" }).execute();
    expect(await listPlaces(query)).toEqual([{ city: "Казань", city_latin: "Kazan", postcode: "420015" }]);
  });

  it("names each place once, and nothing in other countries or without open points", async () => {
    await sql`
      insert into pickup_points (code, method_id, type, country, city_ru, city_en, postcode, name, address, work_time, lat, lon, weight_max_g)
      select code || n, method_id, type, country, city_ru, city_en, (420015 + n % 2)::text, name, address, work_time, lat, lon, weight_max_g
      from pickup_points, generate_series(1, 30) n`.execute(shop.db);
    const postcodes = (await listPlaces("country=RU&city=Kazan")).map(({ postcode }) => postcode);
    expect(postcodes).toEqual(["420015", "420016"]);
    expect(await listPlaces("country=KZ&city=Kazan")).toEqual([]);
    await shop.db.updateTable("pickup_points").set({ closed_at: new Date() }).execute();
    expect(await listPlaces("country=RU&city=Kazan")).toEqual([]);
  });

  it.each(["country=RU", "country=RU&city=Kazan&postcode=420015", "city=Kazan", "country=RU&postcode=4"])(
    "refuses %s",
    async (query) => expect((await shop.request("GET", `/v1/delivery/places?${query}`)).status).toBe(422),
  );
});

describe("the methods for a parcel", () => {
  const parcel: Parcel = {
    country: "RU",
    city: "Kazan",
    postcode: "420015",
    maxPickupPoints: 300,
    weightG: 500,
    productsRubMinor: 1000_00,
    products: [{ productId: 1, hazard: "none", sizeMm: null, qty: 1 }],
  };
  const listOffered = async (overrides: Partial<Parcel> = {}) =>
    (await listMethodsForParcel(shop.db, { ...parcel, ...overrides })).offered;
  const listUnavailable = async (overrides: Partial<Parcel> = {}) =>
    (await listMethodsForParcel(shop.db, { ...parcel, ...overrides })).unavailable.map((method) =>
      serializeUnavailableMethod(method, "en-US"),
    );
  const listPrices = async (productsRubMinor: number) =>
    (await listOffered({ productsRubMinor })).map((method) => [method.row.id, method.priceRubMinor]);

  it("cost the flat price or their own, and nothing from the free threshold on, to the kopeck", async () => {
    expect(await listPrices(4999_99)).toEqual([
      [1, 499_00],
      [6, 590_00],
    ]);
    expect(await listPrices(5000_00)).toEqual([
      [1, 0],
      [6, 0],
    ]);
  });

  it("follow the settings, or their own threshold", async () => {
    await updateSetting(shop.db, flatPriceMinor, 600_00);
    await updateSetting(shop.db, freeFromMinor, 7000_00);
    await shop.db.updateTable("shipping_methods").set({ free_from_minor: 9000_00 }).where("id", "=", 6).execute();
    clearAllCaches();
    expect(await listPrices(6999_99)).toEqual([
      [1, 600_00],
      [6, 590_00],
    ]);
    expect(await listPrices(8999_99)).toEqual([
      [1, 0],
      [6, 590_00],
    ]);
  });

  it("list those that cannot carry the weight, with the reason", async () => {
    expect(await listOffered({ weightG: 30_000 })).toHaveLength(2);
    expect(await listUnavailable({ weightG: 30_001 })).toMatchObject([
      { id: 1, reason: "too_heavy", text: "Carries parcels up to 30 kg, this one is heavier" },
      { id: 6, reason: "too_heavy" },
    ]);
  });

  it("list those whose size limits are exceeded, by longest side, sum of sides and girth, and apply a country's own limits", async () => {
    const limits = { longest_max_mm: 600, sides_max_mm: 900 };
    await shop.db.updateTable("shipping_methods").set(limits).where("id", "=", 1).execute();
    await shop.db.updateTable("shipping_methods").set({ girth_max_mm: 1400 }).where("id", "=", 6).execute();
    clearAllCaches();
    const createGoods = (sizeMm: [number, number, number], qty: number) => ({
      products: [{ productId: 1, hazard: "none", sizeMm, qty }],
    });
    expect((await listOffered(createGoods([200, 100, 50], 4))).map((method) => [method.row.id, method.boxMm])).toEqual([
      [1, [220, 179, 179]],
      [6, [220, 179, 179]],
    ]);
    expect(await listUnavailable(createGoods([200, 100, 50], 40))).toMatchObject([
      {
        id: 1,
        reason: "too_large",
        text: "Carries parcels with a longest side of up to 60 cm, three sides of up to 90 cm together; this one is larger",
      },
      { id: 6, reason: "too_large", text: expect.stringContaining("length and girth of up to 140 cm together") },
    ]);
    await shop.db
      .updateTable("shipping_method_countries")
      .set({ sides_max_mm: 5000 })
      .where("method_id", "=", 1)
      .where("country", "=", "RU")
      .execute();
    clearAllCaches();
    expect((await listOffered(createGoods([200, 100, 50], 40))).map((method) => method.row.id)).toEqual([1]);
  });

  it("refuse an item that is too large for any parcel of theirs, and carry the rest", async () => {
    await shop.db.updateTable("shipping_methods").set({ longest_max_mm: 600 }).where("id", "=", 1).execute();
    clearAllCaches();
    const products = [
      { productId: 1, hazard: "none", sizeMm: [590, 20, 20] as const, qty: 1 },
      { productId: 2, hazard: "none", sizeMm: [200, 100, 50] as const, qty: 1 },
    ];
    const airmail = (await listOffered({ products }))[0];
    expect(airmail).toMatchObject({ refusedProductIds: [1], oversizeProductIds: [1], boxMm: [220, 120, 70] });
  });

  it("require a pickup point with a cell for the parcel, in any orientation", async () => {
    await shop.db
      .updateTable("pickup_points")
      .set({ boxes_mm: JSON.stringify([[640, 380, 120]]) })
      .execute();
    const createGoods = (sizeMm: [number, number, number]) => ({
      products: [{ productId: 1, hazard: "none", sizeMm, qty: 1 }],
    });
    expect((await listOffered(createGoods([600, 300, 90]))).map((method) => method.row.id)).toEqual([1, 6]);
    expect(await listUnavailable(createGoods([300, 300, 120]))).toMatchObject([{ id: 6, reason: "no_points" }]);
  });

  it("require a pickup point that accepts the parcel", async () => {
    await shop.db.updateTable("pickup_points").set({ weight_max_g: 400 }).execute();
    expect((await listOffered()).map((method) => method.row.id)).toEqual([1]);
    expect(await listUnavailable()).toMatchObject([{ id: 6, reason: "no_points" }]);
  });

  it("name the country as the reason, or the store's note about a suspended route", async () => {
    expect(await listUnavailable({ country: "KZ" })).toEqual([
      { id: 6, code: "test-points", name: "CDEK", reason: "country", text: "Does not go to this country" },
    ]);
    await shop.db
      .updateTable("shipping_method_countries")
      .set({ active: false, note_en: "Stopped until May." })
      .where("country", "=", "KZ")
      .execute();
    clearAllCaches();
    expect((await listUnavailable({ country: "KZ" }))[0]).toMatchObject({
      id: 1,
      reason: "country",
      text: "Stopped until May.",
    });
  });

  it("list the goods that they refuse", async () => {
    const products = [
      { productId: 1, hazard: "none", sizeMm: null, qty: 1 },
      { productId: 2, hazard: "aerosol", sizeMm: null, qty: 1 },
      { productId: 3, hazard: "perfume", sizeMm: null, qty: 1 },
    ];
    expect((await listOffered({ products })).map((method) => method.refusedProductIds)).toEqual([[2, 3], [3]]);
  });

  it("return the points of the city, else nearby ones, else those of the country", async () => {
    await sql`
      insert into pickup_points (code, method_id, type, country, city_ru, city_en, postcode, name, address, work_time, lat, lon, weight_max_g)
      select 'MSK1', method_id, type, country, 'Москва', 'Moscow', '101000', name, address, work_time, lat, lon, weight_max_g
      from pickup_points`.execute(shop.db);
    const findPointCodes = async (city: string, postcode: string) =>
      (await listOffered({ city, postcode })).flatMap((method) => method.pickupPoints.map((point) => point.code));
    expect(await findPointCodes("KAZAN", "000000")).toEqual(["KZN1"]);
    expect(await findPointCodes("Khimki", "101999")).toEqual(["MSK1"]);
    expect(await findPointCodes("Perm", "614000")).toEqual(["KZN1", "MSK1"]);
  });

  it("are serialized in the shopper's currency and language", async () => {
    const [airmail] = await listOffered();
    const usd = await getCurrency(shop.db, "USD");
    expect(airmail && serializeShippingMethod(airmail, usd, "en-US", new Date("2026-11-24T12:00:00Z"))).toMatchObject({
      name: "Airmail",
      days_min: 10,
      arrives: { from: "2026-12-04", to: "2026-12-12" },
      options: [],
    });
  });
});
