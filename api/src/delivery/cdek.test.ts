import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { cdekPoint, openCdekServer } from "../../test/cdek-server.ts";
import { openTestShop } from "../../test/harness.ts";
import { heldClock } from "../platform/clock.ts";
import { readConfig, StartError } from "../platform/config.ts";
import { type CdekClient, cdekClient, CdekRefused, CdekUnavailable } from "./cdek-client.ts";
import { commands } from "./commands.ts";
import { aDeliverableWorld } from "./fixtures.ts";
import { jobs } from "./jobs.ts";
import { cdekPickupPoints, keptPickupPoints } from "./pickup-points.ts";
import { refreshPoints } from "./refresh-points.ts";

const shop = await openTestShop();
const cdek = await openCdekServer();
afterAll(() => cdek.close());

const clock = heldClock(new Date("2026-11-20T09:00:00Z"));
let pauses: number[] = [];
let client: CdekClient;

function aClient(own: { clientSecret?: string; timeoutMs?: number } = {}): CdekClient {
  const access = { url: cdek.url, clientId: "the-account", clientSecret: own.clientSecret ?? "the-password" };
  return cdekClient(access, {
    fetch,
    clock,
    pause: async (ms) => void pauses.push(ms),
    timeoutMs: own.timeoutMs ?? 5000,
  });
}

beforeEach(async () => {
  await aDeliverableWorld(shop.db);
  Object.assign(cdek, { asked: [], mishaps: [], points: [cdekPoint("KZN7")] });
  cdek.asked.length = 0;
  cdek.tokens = 0;
  pauses = [];
  client = aClient();
});

describe("CDEK's client", () => {
  it("asks for a token once and keeps it until shortly before its end", async () => {
    await client.deliveryPoints("RU");
    clock.advance(58 * 60_000);
    await client.cities("RU", "Казань");
    expect(cdek.tokens).toBe(1);
    clock.advance(2 * 60_000);
    await client.cities("RU", "Казань");
    expect(cdek.tokens).toBe(2);
  });

  it("takes a new token where the old one was taken back, and gives up where none is taken", async () => {
    await client.deliveryPoints("RU");
    cdek.revoke();
    expect(await client.deliveryPoints("RU")).toHaveLength(1);
    expect([cdek.tokens, pauses]).toEqual([2, []]);
    cdek.mishaps = ["401", "401"];
    await expect(client.deliveryPoints("RU")).rejects.toThrow(CdekRefused);
  });

  it("does not go on with credentials that are refused", async () => {
    await expect(aClient({ clientSecret: "wrong" }).deliveryPoints("RU")).rejects.toThrow("CDEK_CLIENT_SECRET");
    expect([cdek.tokens, pauses, cdek.asked.length]).toEqual([0, [], 0]);
  });

  it("reads all pages, and leaves a point out of which something is missing", async () => {
    cdek.points = Array.from({ length: 2001 }, (_, at) => cdekPoint(`P${at}`));
    cdek.points[5] = cdekPoint("P5", {}, { latitude: undefined });
    expect(await client.deliveryPoints("RU")).toHaveLength(2000);
    expect(cdek.asked.map(({ query }) => query.get("page"))).toEqual(["0", "1", "2"]);
  });

  it.each([
    ["500", [500]],
    ["429", [2000]],
    ["broken json", [500]],
    ["broken off", [500]],
    ["silence", [500]],
  ] as const)("tries again after %s", async (mishap, paused) => {
    client = aClient({ timeoutMs: 300 });
    cdek.mishaps = [mishap];
    expect(await client.deliveryPoints("RU")).toHaveLength(1);
    expect(pauses).toEqual(paused);
  });

  it("gives up after four tries with growing pauses", async () => {
    cdek.mishaps = ["500", "500", "500", "500"];
    await expect(client.deliveryPoints("RU")).rejects.toThrow(CdekUnavailable);
    expect([cdek.asked.length, pauses]).toEqual([4, [500, 1000, 2000]]);
  });

  it("does not ask again what was refused", async () => {
    cdek.mishaps = ["400"];
    await expect(client.deliveryPoints("RU")).rejects.toThrow(CdekRefused);
    expect([cdek.asked.length, pauses]).toEqual([1, []]);
  });

  it("leaves a failing carrier alone for a minute, then lets one call try", async () => {
    const failing = Array.from({ length: 20 }, () => "500" as const);
    cdek.mishaps = [...failing];
    for (let call = 0; call < 5; call++) await expect(client.deliveryPoints("RU")).rejects.toThrow("500");
    expect(cdek.asked).toHaveLength(20);
    await expect(client.deliveryPoints("RU")).rejects.toThrow("left alone");
    expect(cdek.asked).toHaveLength(20);

    clock.advance(60_001);
    cdek.mishaps = failing.slice(0, 4);
    await expect(client.deliveryPoints("RU")).rejects.toThrow("500");
    await expect(client.deliveryPoints("RU")).rejects.toThrow("left alone");
    clock.advance(60_001);
    expect(await client.deliveryPoints("RU")).toHaveLength(1);
    expect(await client.deliveryPoints("RU")).toHaveLength(1);
  });

  it("tells tariffs", async () => {
    expect(await client.tariffs({ fromCity: 44, toCity: 424, weightG: 900 })).toMatchObject([
      { tariff_code: 136, delivery_sum: 410.5, period_min: 3 },
    ]);
    expect(JSON.parse(cdek.asked[0]?.body ?? "")).toMatchObject({
      to_location: { code: 424 },
      packages: [{ weight: 900 }],
    });
  });
});

describe("refreshing the points", () => {
  const refresh = () => refreshPoints(shop.house, undefined, cdekPickupPoints(client));
  const points = async () =>
    shop.db.selectFrom("pickup_points").select(["code", "city_en", "closed_at"]).orderBy("code").execute();
  const open = async () => (await points()).filter((point) => point.closed_at === null).map((point) => point.code);

  it("brings new points, mends known ones, closes those that are gone, and adds the city's courier", async () => {
    cdek.points = [
      cdekPoint("KZN7"),
      cdekPoint("NN1", { type: "POSTAMAT" }, { city_code: 414, city: "Нижний Новгород" }),
    ];
    expect(await refresh()).toEqual([{ country: "RU", points: 4, closed: 1 }]);
    expect(await open()).toEqual(["DOOR-414", "DOOR-424", "KZN7", "NN1"]);
    expect((await points()).find((point) => point.code === "NN1")?.city_en).toBe("Nizhnii Novgorod");
    expect(await refresh()).toEqual([{ country: "RU", points: 4, closed: 0 }]);

    cdek.points = [cdekPoint("KZN1"), cdekPoint("KZN7")];
    await refresh();
    expect(await open()).toEqual(["DOOR-424", "KZN1", "KZN7"]);
  });

  it("keeps the forms of a locker's cells, in millimetres, and reads none where none can be read", async () => {
    const cell = (width: number, height: number, depth: number) => ({ width, height, depth });
    cdek.points = [
      cdekPoint("A", { type: "POSTAMAT", dimensions: [cell(38, 41, 64), cell(30, 12, 60), cell(64, 41, 38)] }),
      cdekPoint("B", { dimensions: [{ width: "wide" }] }),
      cdekPoint("C"),
    ];
    await refresh();
    const rows = await shop.db.selectFrom("pickup_points").select(["code", "boxes_mm"]).orderBy("code").execute();
    expect(rows.filter(({ code }) => code.length === 1)).toEqual([
      { code: "A", boxes_mm: [[640, 410, 380]] },
      { code: "B", boxes_mm: null },
      { code: "C", boxes_mm: null },
    ]);
  });

  it("leaves out points that hand nothing out, and those of other countries", async () => {
    cdek.points = [cdekPoint("A"), cdekPoint("B", { is_handout: false }), cdekPoint("C", {}, { country_code: "KZ" })];
    await refresh();
    expect(await open()).toEqual(["A", "DOOR-424"]);
  });

  it("keeps the old points, all of them, where the carrier fails on any page", async () => {
    cdek.points = Array.from({ length: 1500 }, (_, at) => cdekPoint(`P${at}`));
    cdek.mishaps = [null, "500", "500", "500", "500"];
    expect(await refresh()).toEqual([
      { country: "RU", error: "500 to /deliverypoints?country_code=RU&type=ALL&is_handout=true&size=1000&page=1" },
    ]);
    expect(await open()).toEqual(["KZN1"]);
    expect(shop.errors.splice(0)).toHaveLength(1);
  });

  it("takes a sudden loss of most points for a fault", async () => {
    cdek.points = Array.from({ length: 10 }, (_, at) => cdekPoint(`P${at}`));
    await refresh();
    cdek.points = [cdekPoint("P1"), cdekPoint("P2")];
    expect(await refresh()).toMatchObject([{ country: "RU", error: expect.stringContaining("a fault") }]);
    expect(await open()).toHaveLength(11);
    expect(shop.errors.splice(0)).toHaveLength(1);
  });

  it("changes no points in a shop without credentials, and fills in how address forms write their cities", async () => {
    expect(await keptPickupPoints(shop.db).pointsOf("RU")).toMatchObject([{ code: "KZN1", postcode: "420015" }]);
    expect(await refreshPoints(shop.house)).toEqual([{ country: "RU", points: 1, closed: 0 }]);
    expect(await open()).toEqual(["KZN1"]);
    await shop.db.updateTable("pickup_points").set({ city_ru: "Москва", city_en: "Moscow" }).execute();
    await refreshPoints(shop.house);
    for (const city of ["Moscow", "Moskva", "москва"])
      expect((await shop.ask("GET", `/v1/cdek/points?city=${encodeURI(city)}`)).body.data.items).toHaveLength(1);
    await jobs[0]?.work(shop.house, {});
  });
});

describe("the operator's commands", () => {
  const house = {
    ...shop.house,
    fetch,
    clock,
    config: readConfig({
      CDEK_CLIENT_ID: "the-account",
      CDEK_CLIENT_SECRET: "the-password",
      CDEK_API_URL: `${cdek.url}/`,
      DATA_DIR: shop.house.config.dataDir,
    }),
  };
  const run = async (name: string, of: typeof house, given: Record<string, string> = {}, options = {}) => {
    const command = commands.find((one) => one.name === name);
    const { signal } = new AbortController();
    return command?.run({ house: of, pool: shop.pool, given, options, progress: () => undefined, signal });
  };
  const tariffs = { FROM: "44", COUNTRY: "ru", CITY: "Казань", GRAMS: "900" };

  it("refresh the points and ask for tariffs", async () => {
    expect((await run("points refresh", house, {}, { country: "ru" }))?.data).toEqual({
      source: "cdek",
      countries: [{ country: "RU", points: 2, closed: 1 }],
    });
    expect((await run("cdek tariffs", house, tariffs))?.lines[1]).toMatch(/^136 .*410.5 +3–5$/);
    await jobs[0]?.work(house, {});
  });

  it("say what is wrong", async () => {
    await expect(run("points refresh", house, {}, { country: "ZZ" })).rejects.toThrow("goes to ZZ");
    await expect(run("cdek tariffs", house, { ...tariffs, GRAMS: "1e9" })).rejects.toThrow(
      "GRAMS takes a whole number",
    );
    await expect(run("cdek tariffs", shop.house as typeof house, tariffs)).rejects.toThrow("CDEK_CLIENT_ID");
    expect((await run("points refresh", shop.house as typeof house))?.lines[0]).toMatch(/No CDEK credentials/);
  });
});

it.each([
  [{ CDEK_CLIENT_ID: "the-account" }, "set together"],
  [{ CDEK_CLIENT_ID: "short", CDEK_CLIENT_SECRET: "the-password" }, 'CDEK_CLIENT_ID is "short"'],
  [{ CDEK_API_URL: "ftp://x" }, "CDEK_API_URL"],
])("a start with %j stops", (env, message) => {
  expect(() => readConfig(env)).toThrow(StartError);
  expect(() => readConfig(env)).toThrow(message);
});
