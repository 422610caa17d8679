import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createCdekPickupPoint, openCdekServer } from "../../../test/cdek-server.ts";
import { openTestShop } from "../../../test/harness.ts";
import { createManualClock } from "../../platform/clock.ts";
import { readConfig } from "../../platform/config.ts";
import { StartupError } from "../../platform/startup-error.ts";
import { type CdekClient, createCdekClient } from "./client.ts";
import { CdekRefusedError, CdekUnavailableError } from "./request.ts";
import { commands } from "../commands.ts";
import { createDeliverySetup } from "../fixtures.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { jobs } from "../jobs.ts";
import { createCdekSource, createStoredSource } from "../pickup-points/sources.ts";
import { refreshPoints } from "../pickup-points/refresh.ts";

const shop = await openTestShop();
const cdek = await openCdekServer();
afterAll(() => cdek.close());

const clock = createManualClock(new Date("2026-11-20T09:00:00Z"));
let pauses: number[] = [];
let client: CdekClient;

function createClient(options: { clientSecret?: string; timeoutMs?: number } = {}): CdekClient {
  const config = { url: cdek.url, clientId: "the-account", clientSecret: options.clientSecret ?? "the-password" };
  return createCdekClient(config, {
    fetch,
    clock,
    pause: async (ms) => void pauses.push(ms),
    timeoutMs: options.timeoutMs ?? 5000,
  });
}

beforeEach(async () => {
  await createDeliverySetup(shop.db);
  Object.assign(cdek, { requests: [], plannedFailures: [], pickupPoints: [createCdekPickupPoint("KZN7")] });
  cdek.requests.length = 0;
  cdek.issuedTokenCount = 0;
  pauses = [];
  client = createClient();
});

describe("the CDEK client", () => {
  it("requests a token once and keeps it until shortly before its expiry", async () => {
    await client.deliveryPoints("RU");
    clock.advance(58 * 60_000);
    await client.cities("RU", "Казань");
    expect(cdek.issuedTokenCount).toBe(1);
    clock.advance(2 * 60_000);
    await client.cities("RU", "Казань");
    expect(cdek.issuedTokenCount).toBe(2);
  });

  it("requests a new token if the old one was revoked, and fails if none is accepted", async () => {
    await client.deliveryPoints("RU");
    cdek.revokeTokens();
    expect(await client.deliveryPoints("RU")).toHaveLength(1);
    expect([cdek.issuedTokenCount, pauses]).toEqual([2, []]);
    cdek.plannedFailures = ["401", "401"];
    await expect(client.deliveryPoints("RU")).rejects.toThrow(CdekRefusedError);
  });

  it("stops if the credentials are refused", async () => {
    await expect(createClient({ clientSecret: "wrong" }).deliveryPoints("RU")).rejects.toThrow("CDEK_CLIENT_SECRET");
    expect([cdek.issuedTokenCount, pauses, cdek.requests.length]).toEqual([0, [], 0]);
  });

  it("reads all pages, and skips an incomplete point", async () => {
    cdek.pickupPoints = Array.from({ length: 2001 }, (_, index) => createCdekPickupPoint(`P${index}`));
    cdek.pickupPoints[5] = createCdekPickupPoint("P5", {}, { latitude: undefined });
    expect(await client.deliveryPoints("RU")).toHaveLength(2000);
    expect(cdek.requests.map(({ query }) => query.get("page"))).toEqual(["0", "1", "2"]);
  });

  it.each([
    ["500", [500]],
    ["429", [2000]],
    ["broken json", [500]],
    ["broken off", [500]],
    ["silence", [500]],
  ] as const)("retries after %s", async (failure, expectedPauses) => {
    client = createClient({ timeoutMs: 300 });
    cdek.plannedFailures = [failure];
    expect(await client.deliveryPoints("RU")).toHaveLength(1);
    expect(pauses).toEqual(expectedPauses);
  });

  it("fails after four attempts with growing pauses", async () => {
    cdek.plannedFailures = ["500", "500", "500", "500"];
    await expect(client.deliveryPoints("RU")).rejects.toThrow(CdekUnavailableError);
    expect([cdek.requests.length, pauses]).toEqual([4, [500, 1000, 2000]]);
  });

  it("does not retry a refused request", async () => {
    cdek.plannedFailures = ["400"];
    await expect(client.deliveryPoints("RU")).rejects.toThrow(CdekRefusedError);
    expect([cdek.requests.length, pauses]).toEqual([1, []]);
  });

  it("opens the circuit breaker for a minute after repeated failures, then allows one trial call", async () => {
    const failing = Array.from({ length: 20 }, () => "500" as const);
    cdek.plannedFailures = [...failing];
    for (let call = 0; call < 5; call++) await expect(client.deliveryPoints("RU")).rejects.toThrow("500");
    expect(cdek.requests).toHaveLength(20);
    await expect(client.deliveryPoints("RU")).rejects.toThrow("is not called");
    expect(cdek.requests).toHaveLength(20);

    clock.advance(60_001);
    cdek.plannedFailures = failing.slice(0, 4);
    await expect(client.deliveryPoints("RU")).rejects.toThrow("500");
    await expect(client.deliveryPoints("RU")).rejects.toThrow("is not called");
    clock.advance(60_001);
    expect(await client.deliveryPoints("RU")).toHaveLength(1);
    expect(await client.deliveryPoints("RU")).toHaveLength(1);
  });

  it("returns tariffs", async () => {
    expect(await client.tariffs({ fromCity: 44, toCity: 424, weightG: 900 })).toMatchObject([
      { tariff_code: 136, delivery_sum: 410.5, period_min: 3 },
    ]);
    expect(JSON.parse(cdek.requests[0]?.body ?? "")).toMatchObject({
      to_location: { code: 424 },
      packages: [{ weight: 900 }],
    });
  });
});

describe("refreshing the pickup points", () => {
  const refreshAll = () => refreshPoints(shop.app, undefined, createCdekSource(client));
  const listPoints = async () =>
    shop.db.selectFrom("pickup_points").select(["code", "city_en", "closed_at"]).orderBy("code").execute();
  const listOpenCodes = async () =>
    (await listPoints()).filter((point) => point.closed_at === null).map((point) => point.code);

  it("adds new points, updates known ones, closes missing ones, and adds the city's courier", async () => {
    cdek.pickupPoints = [
      createCdekPickupPoint("KZN7"),
      createCdekPickupPoint("NN1", { type: "POSTAMAT" }, { city_code: 414, city: "Нижний Новгород" }),
    ];
    expect(await refreshAll()).toEqual([{ country: "RU", points: 4, closed: 1 }]);
    expect(await listOpenCodes()).toEqual(["DOOR-414", "DOOR-424", "KZN7", "NN1"]);
    expect((await listPoints()).find((point) => point.code === "NN1")?.city_en).toBe("Nizhnii Novgorod");
    expect(await refreshAll()).toEqual([{ country: "RU", points: 4, closed: 0 }]);

    cdek.pickupPoints = [createCdekPickupPoint("KZN1"), createCdekPickupPoint("KZN7")];
    await refreshAll();
    expect(await listOpenCodes()).toEqual(["DOOR-424", "KZN1", "KZN7"]);
  });

  it("stores the cell sizes of a locker in millimeters, and none if they are unreadable", async () => {
    const cell = (width: number, height: number, depth: number) => ({ width, height, depth });
    cdek.pickupPoints = [
      createCdekPickupPoint("A", {
        type: "POSTAMAT",
        dimensions: [cell(38, 41, 64), cell(30, 12, 60), cell(64, 41, 38)],
      }),
      createCdekPickupPoint("B", { dimensions: [{ width: "wide" }] }),
      createCdekPickupPoint("C"),
    ];
    await refreshAll();
    const rows = await shop.db.selectFrom("pickup_points").select(["code", "boxes_mm"]).orderBy("code").execute();
    expect(rows.filter(({ code }) => code.length === 1)).toEqual([
      { code: "A", boxes_mm: [[640, 410, 380]] },
      { code: "B", boxes_mm: null },
      { code: "C", boxes_mm: null },
    ]);
  });

  it("skips points without parcel pickup, and those of other countries", async () => {
    cdek.pickupPoints = [
      createCdekPickupPoint("A"),
      createCdekPickupPoint("B", { is_handout: false }),
      createCdekPickupPoint("C", {}, { country_code: "KZ" }),
    ];
    await refreshAll();
    expect(await listOpenCodes()).toEqual(["A", "DOOR-424"]);
  });

  it("keeps all old points if the carrier fails on any page", async () => {
    cdek.pickupPoints = Array.from({ length: 1500 }, (_, index) => createCdekPickupPoint(`P${index}`));
    cdek.plannedFailures = [null, "500", "500", "500", "500"];
    expect(await refreshAll()).toEqual([
      { country: "RU", error: "500 to /deliverypoints?country_code=RU&type=ALL&is_handout=true&size=1000&page=1" },
    ]);
    expect(await listOpenCodes()).toEqual(["KZN1"]);
    expect(shop.errors.splice(0)).toHaveLength(1);
  });

  it("treats a sudden loss of most points as an error", async () => {
    cdek.pickupPoints = Array.from({ length: 10 }, (_, index) => createCdekPickupPoint(`P${index}`));
    await refreshAll();
    cdek.pickupPoints = [createCdekPickupPoint("P1"), createCdekPickupPoint("P2")];
    expect(await refreshAll()).toMatchObject([
      { country: "RU", error: expect.stringContaining("probably incomplete") },
    ]);
    expect(await listOpenCodes()).toHaveLength(11);
    expect(shop.errors.splice(0)).toHaveLength(1);
  });

  it("changes no points without credentials, and fills in the transliterated city names", async () => {
    expect(await createStoredSource(shop.db).listPoints("RU")).toMatchObject([{ code: "KZN1", postcode: "420015" }]);
    expect(await refreshPoints(shop.app)).toEqual([{ country: "RU", points: 1, closed: 0 }]);
    expect(await listOpenCodes()).toEqual(["KZN1"]);
    await shop.db.updateTable("pickup_points").set({ city_ru: "Москва", city_en: "Moscow" }).execute();
    await refreshPoints(shop.app);
    for (const city of ["Moscow", "Moskva", "москва"])
      expect((await shop.request("GET", `/v1/cdek/points?city=${encodeURI(city)}`)).body.data.items).toHaveLength(1);
    await jobs[0]?.work(shop.app, {});
  });
});

describe("the operator's commands", () => {
  const cdekApp = {
    ...shop.app,
    fetch,
    clock,
    config: readConfig({
      CDEK_CLIENT_ID: "the-account",
      CDEK_CLIENT_SECRET: "the-password",
      CDEK_API_URL: `${cdek.url}/`,
      DATA_DIR: shop.app.config.dataDir,
    }),
  };
  const run = async (name: string, app: AppContext, args: Record<string, string> = {}, options = {}) => {
    const command = commands.find((candidate) => candidate.name === name);
    const { signal } = new AbortController();
    return command?.run({ app, pool: shop.pool, args, options, progress: () => undefined, signal });
  };
  const tariffs = { FROM: "44", COUNTRY: "ru", CITY: "Казань", GRAMS: "900" };

  it("refresh the points and request tariffs", async () => {
    expect((await run("pickup-points refresh", cdekApp, {}, { country: "ru" }))?.data).toEqual({
      source: "cdek",
      countries: [{ country: "RU", points: 2, closed: 1 }],
    });
    expect((await run("cdek tariffs", cdekApp, tariffs))?.lines[1]).toMatch(/^136 .*410.5 +3–5$/);
    await jobs[0]?.work(cdekApp, {});
  });

  it("report invalid arguments", async () => {
    await expect(run("pickup-points refresh", cdekApp, {}, { country: "ZZ" })).rejects.toThrow("serves ZZ");
    await expect(run("cdek tariffs", cdekApp, { ...tariffs, GRAMS: "1e9" })).rejects.toThrow(
      "GRAMS takes a whole number",
    );
    await expect(run("cdek tariffs", shop.app, tariffs)).rejects.toThrow("CDEK_CLIENT_ID");
    expect((await run("pickup-points refresh", shop.app))?.lines[0]).toMatch(/No CDEK credentials/);
  });
});

it.each([
  [{ CDEK_CLIENT_ID: "the-account" }, "set together"],
  [{ CDEK_CLIENT_ID: "short", CDEK_CLIENT_SECRET: "the-password" }, 'CDEK_CLIENT_ID is "short"'],
  [{ CDEK_API_URL: "ftp://x" }, "CDEK_API_URL"],
])("startup with %j fails", (env, message) => {
  expect(() => readConfig(env)).toThrow(StartupError);
  expect(() => readConfig(env)).toThrow(message);
});
