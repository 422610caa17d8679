import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { currencyByCode } from "../money/service.ts";
import { forgetEverything } from "../platform/fresh.ts";
import { changeSetting } from "../platform/settings.ts";
import { aDeliverableWorld } from "./fixtures.ts";
import { methodsFor, type Parcel, wireMethod, wireMissing } from "./methods.ts";
import { flatMinor, freeFromMinor } from "./settings.ts";

const shop = await openTestShop();
beforeEach(() => aDeliverableWorld(shop.db));
const codesAt = async (query: string) =>
  (await shop.ask("GET", `/v1/cdek/points?${encodeURI(query)}`)).body.data.items.map(({ code }) => code);

describe("GET /v1/countries", () => {
  it("names the countries and says where something goes", async () => {
    const { body } = await shop.ask("GET", "/v1/countries", { locale: "en-US" });
    const found = body.data.items.filter((row) => ["RU", "UA"].includes(row.code));
    expect(found.map((row) => [row.name, row.deliverable, row.postcode_example])).toEqual([
      ["Russia", true, "101000"],
      ["Ukraine", false, "01001"],
    ]);
  });

  it("gives every country an example of a post code that is one", async () => {
    const { body } = await shop.ask("GET", "/v1/countries");
    const wrong = body.data.items.filter((row) => !new RegExp(row.postcode_pattern).test(row.postcode_example));
    expect([body.data.items.length > 45, wrong]).toEqual([true, []]);
  });
});

it("GET /v1/delivery/methods tells of the methods what the cart counts with", async () => {
  const { body } = await shop.ask("GET", "/v1/delivery/methods", { locale: "en-US" });
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
    "finds by %s",
    async (query) => {
      expect(await codesAt(query)).toEqual(["KZN1"]);
    },
  );

  it("takes signs of a pattern for what they are, and finds nothing elsewhere", async () => {
    for (const query of ["city=Moscow", "q=%25%25", "q=__", "q=казань москва", "q=казань&country=KZ"])
      expect([query, await codesAt(query)]).toEqual([query, []]);
  });

  it.each([
    ["", { city: ["required"] }],
    ["q=a", { q: ["tooShort"] }],
    ["city=Kazan&country=ru", { country: ["unknownCountry"] }],
    [`q=${"x".repeat(101)}`, { q: ["tooLong"] }],
  ])("refuses %j", async (query, errors) => {
    const { status, body } = await shop.ask("GET", `/v1/cdek/points?${query}`);
    expect([status, body.errors]).toEqual([422, errors]);
  });
});

it("GET /v1/cdek/points says of each point why it does not take the parcel", async () => {
  const found = async (query: string) =>
    (await shop.ask("GET", `/v1/cdek/points?city=kazan${query}`, { locale: "en-US" })).body.data.items[0]?.refusal;
  await shop.db
    .updateTable("pickup_points")
    .set({ weight_max_g: 15_000, boxes_mm: JSON.stringify([[640, 410, 380]]) })
    .execute();
  expect(await found("")).toBeNull();
  expect(await found("&weight_g=15000&box_mm=380x410x640")).toBeNull();
  expect(await found("&weight_g=15001")).toBe("Takes parcels up to 15 kg, yours is heavier");
  expect(await found("&box_mm=500x400x390")).toBe("Your parcel does not go into its cells");
  const wrong = await shop.ask("GET", "/v1/cdek/points?city=kazan&box_mm=1x2&weight_g=-1");
  expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ["weight_g", "box_mm"]]);
});

describe("the methods for a parcel", () => {
  const parcel: Parcel = {
    country: "RU",
    city: "Kazan",
    postcode: "420015",
    points: 300,
    weightG: 500,
    productsRubMinor: 1000_00,
    products: [{ productId: 1, hazard: "none", sizeMm: null, qty: 1 }],
  };
  const offered = async (own: Partial<Parcel> = {}) => (await methodsFor(shop.db, { ...parcel, ...own })).offered;
  const missing = async (own: Partial<Parcel> = {}) =>
    (await methodsFor(shop.db, { ...parcel, ...own })).refused.map((one) => wireMissing(one, "en-US"));
  const prices = async (productsRubMinor: number) =>
    (await offered({ productsRubMinor })).map((method) => [method.row.id, method.priceRubMinor]);

  it("cost the flat price or their own, and nothing from the free threshold on, to the kopeck", async () => {
    expect(await prices(4999_99)).toEqual([
      [1, 499_00],
      [6, 590_00],
    ]);
    expect(await prices(5000_00)).toEqual([
      [1, 0],
      [6, 0],
    ]);
  });

  it("follow the shop's settings, and a threshold of their own", async () => {
    await changeSetting(shop.db, flatMinor, 600_00);
    await changeSetting(shop.db, freeFromMinor, 7000_00);
    await shop.db.updateTable("shipping_methods").set({ free_from_minor: 9000_00 }).where("id", "=", 6).execute();
    forgetEverything();
    expect(await prices(6999_99)).toEqual([
      [1, 600_00],
      [6, 590_00],
    ]);
    expect(await prices(8999_99)).toEqual([
      [1, 0],
      [6, 590_00],
    ]);
  });

  it("name what cannot carry the weight, and why", async () => {
    expect(await offered({ weightG: 30_000 })).toHaveLength(2);
    expect(await missing({ weightG: 30_001 })).toMatchObject([
      { id: 1, reason: "too_heavy", text: "Carries parcels up to 30 kg, this one is heavier" },
      { id: 6, reason: "too_heavy" },
    ]);
  });

  it("name what is too large for them, by side, by sides and by girth, and the country's own limits", async () => {
    const limits = { longest_max_mm: 600, sides_max_mm: 900 };
    await shop.db.updateTable("shipping_methods").set(limits).where("id", "=", 1).execute();
    await shop.db.updateTable("shipping_methods").set({ girth_max_mm: 1400 }).where("id", "=", 6).execute();
    forgetEverything();
    const goods = (sizeMm: [number, number, number], qty: number) => ({
      products: [{ productId: 1, hazard: "none", sizeMm, qty }],
    });
    expect((await offered(goods([200, 100, 50], 4))).map((one) => [one.row.id, one.boxMm])).toEqual([
      [1, [220, 179, 179]],
      [6, [220, 179, 179]],
    ]);
    expect(await missing(goods([200, 100, 50], 40))).toMatchObject([
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
    forgetEverything();
    expect((await offered(goods([200, 100, 50], 40))).map((one) => one.row.id)).toEqual([1]);
  });

  it("refuse a piece that no parcel of theirs is large enough for, and carry the rest", async () => {
    await shop.db.updateTable("shipping_methods").set({ longest_max_mm: 600 }).where("id", "=", 1).execute();
    forgetEverything();
    const products = [
      { productId: 1, hazard: "none", sizeMm: [590, 20, 20] as const, qty: 1 },
      { productId: 2, hazard: "none", sizeMm: [200, 100, 50] as const, qty: 1 },
    ];
    const airmail = (await offered({ products }))[0];
    expect(airmail).toMatchObject({ refusedProductIds: [1], oversizeProductIds: [1], boxMm: [220, 120, 70] });
  });

  it("need a point whose cells the parcel goes into, whichever way it is turned", async () => {
    await shop.db
      .updateTable("pickup_points")
      .set({ boxes_mm: JSON.stringify([[640, 380, 120]]) })
      .execute();
    const goods = (sizeMm: [number, number, number]) => ({
      products: [{ productId: 1, hazard: "none", sizeMm, qty: 1 }],
    });
    expect((await offered(goods([600, 300, 90]))).map((method) => method.row.id)).toEqual([1, 6]);
    expect(await missing(goods([300, 300, 120]))).toMatchObject([{ id: 6, reason: "no_points" }]);
  });

  it("need a point that takes the parcel", async () => {
    await shop.db.updateTable("pickup_points").set({ weight_max_g: 400 }).execute();
    expect((await offered()).map((method) => method.row.id)).toEqual([1]);
    expect(await missing()).toMatchObject([{ id: 6, reason: "no_points" }]);
  });

  it("name the country, or what the shop says of a line that stopped", async () => {
    expect(await missing({ country: "KZ" })).toEqual([
      { id: 6, code: "test-points", name: "CDEK", reason: "country", text: "Does not go to this country" },
    ]);
    await shop.db
      .updateTable("shipping_method_countries")
      .set({ active: false, note_en: "Stopped until May." })
      .where("country", "=", "KZ")
      .execute();
    forgetEverything();
    expect((await missing({ country: "KZ" }))[0]).toMatchObject({
      id: 1,
      reason: "country",
      text: "Stopped until May.",
    });
  });

  it("say which goods they refuse", async () => {
    const products = [
      { productId: 1, hazard: "none", sizeMm: null, qty: 1 },
      { productId: 2, hazard: "aerosol", sizeMm: null, qty: 1 },
      { productId: 3, hazard: "perfume", sizeMm: null, qty: 1 },
    ];
    expect((await offered({ products })).map((method) => method.refusedProductIds)).toEqual([[2, 3], [3]]);
  });

  it("bring the points of the city; where it has none, those around, then the country's", async () => {
    await sql`
      insert into pickup_points (code, method_id, type, country, city_ru, city_en, postcode, name, address, work_time, lat, lon, weight_max_g)
      select 'MSK1', method_id, type, country, 'Москва', 'Moscow', '101000', name, address, work_time, lat, lon, weight_max_g
      from pickup_points`.execute(shop.db);
    const codes = async (city: string, postcode: string) =>
      (await offered({ city, postcode })).flatMap((method) => method.points.map((point) => point.code));
    expect(await codes("KAZAN", "000000")).toEqual(["KZN1"]);
    expect(await codes("Khimki", "101999")).toEqual(["MSK1"]);
    expect(await codes("Perm", "614000")).toEqual(["KZN1", "MSK1"]);
  });

  it("are shown in the shopper's currency and language", async () => {
    const [airmail] = await offered();
    const usd = await currencyByCode(shop.db, "USD");
    expect(airmail && wireMethod(airmail, usd, "en-US")).toMatchObject({ name: "Airmail", days_min: 10, options: [] });
  });
});
