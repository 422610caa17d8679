import type { Db } from "../platform/db/database.ts";
import { clearAllCaches } from "../platform/cache/cache.ts";

/**
 * Creates a small delivery setup: Russia by airmail (1) and to pickup points (6), Kazakhstan by airmail, Ukraine
 * without any method. Airmail does not carry aerosols; no method carries perfume.
 */
export async function createDeliverySetup(db: Db): Promise<void> {
  await insertTestCountries(db);
  await replaceTestMethods(db);
  await insertTestRoutes(db);
  await insertTestPickupPoint(db);
  clearAllCaches();
}

async function insertTestCountries(db: Db): Promise<void> {
  await db
    .insertInto("countries")
    .values([
      {
        code: "RU",
        name_ru: "Россия",
        name_en: "Russia",
        phone_prefix: "+7",
        postcode_pattern: "^[1-6][0-9]{5}$",
        position: 1,
      },
      {
        code: "KZ",
        name_ru: "Казахстан",
        name_en: "Kazakhstan",
        phone_prefix: "+7",
        postcode_pattern: "^[0-9]{6}$",
        position: 2,
      },
      {
        code: "UA",
        name_ru: "Украина",
        name_en: "Ukraine",
        phone_prefix: "+380",
        postcode_pattern: "^[0-9]{5}$",
        position: 3,
      },
    ])
    .onConflict((on) => on.column("code").doNothing())
    .execute();
}

/** Deletes all methods with their routes, refusals and pickup points, and inserts the two of the setup. */
async function replaceTestMethods(db: Db): Promise<void> {
  await db.deleteFrom("pickup_points").execute();
  await db.deleteFrom("shipping_restrictions").execute();
  await db.deleteFrom("shipping_method_countries").execute();
  await db.deleteFrom("shipping_methods").where("id", "not in", [1, 6]).execute();
  await db
    .insertInto("shipping_methods")
    .values([
      { id: 1, code: "test-airmail", name_ru: "Авиапочта", name_en: "Airmail", weight_max_g: 30_000, position: 1 },
      {
        id: 6,
        code: "test-points",
        name_ru: "СДЭК",
        name_en: "CDEK",
        weight_max_g: 30_000,
        needs_pickup_point: true,
        position: 2,
      },
    ])
    .onConflict((on) =>
      on.column("id").doUpdateSet(({ ref }) => ({
        code: ref("excluded.code"),
        name_ru: ref("excluded.name_ru"),
        name_en: ref("excluded.name_en"),
        weight_max_g: ref("excluded.weight_max_g"),
        needs_pickup_point: ref("excluded.needs_pickup_point"),
        position: ref("excluded.position"),
        price_minor: null,
        free_from_minor: null,
        longest_max_mm: null,
        sides_max_mm: null,
        girth_max_mm: null,
        active: true,
      })),
    )
    .execute();
}

async function insertTestRoutes(db: Db): Promise<void> {
  await db
    .insertInto("shipping_method_countries")
    .values([
      { method_id: 1, country: "RU", days_min: 10, days_max: 18 },
      {
        ...{ method_id: 6, country: "RU", days_min: 8, days_max: 14, price_minor: 590_00 },
        recipient_identity: "russian_passport",
      },
      { method_id: 1, country: "KZ", days_min: 12, days_max: 20 },
    ])
    .execute();
  await db
    .insertInto("shipping_restrictions")
    .values([
      { method_id: 1, hazard: "aerosol" },
      { method_id: 1, hazard: "perfume" },
      { method_id: 6, hazard: "perfume" },
    ])
    .execute();
}

async function insertTestPickupPoint(db: Db): Promise<void> {
  await db
    .insertInto("pickup_points")
    .values({
      code: "KZN1",
      method_id: 6,
      type: "PVZ",
      country: "RU",
      city_ru: "Казань",
      city_en: "Kazan",
      postcode: "420015",
      name: "На Примерной",
      address: "ул. Примерная, 10",
      work_time: "10:00–21:00",
      lat: 55.79,
      lon: 49.12,
      weight_max_g: 30_000,
    })
    .execute();
}

/**
 * Creates the duty rule of the Eurasian Economic Union for Russia: free up to 200 EUR and 31 kg, above that 15 %, at
 * least 2 EUR per kilogram.
 */
export async function createRussianCustomsRule(db: Db): Promise<void> {
  await db.deleteFrom("customs_rules").execute();
  await db
    .insertInto("customs_rules")
    .values({
      country: "RU",
      valid_from: "2024-04-01",
      limit_minor: 200_00,
      limit_currency: "EUR",
      limit_weight_g: 31_000,
      duty_percent: 15,
      duty_base: "excess",
      min_per_kg_minor: 200,
      fee_currency: "RUB",
      source: "test",
      checked_at: "2024-04-01",
      confidence: "high",
    })
    .execute();
  clearAllCaches();
}
