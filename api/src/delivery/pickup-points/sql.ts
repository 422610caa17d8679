import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Sides } from "../box.ts";
import { transliterate } from "../../../../design-system/i18n/transliteration.ts";

export type PickupPointRow = {
  code: string;
  type: "PVZ" | "POSTAMAT" | "COURIER";
  country: string;
  city_ru: string;
  city_en: string;
  postcode: string;
  name: string;
  address: string;
  work_time: string;
  lat: number;
  lon: number;
  weight_max_g: number;
  /** The largest parcels that it accepts; null: no limit. */
  boxes_mm: readonly Sides[] | null;
};

const pointColumns = [
  "code",
  "type",
  "country",
  "city_ru",
  "city_en",
  "postcode",
  "name",
  "address",
  "work_time",
  "lat",
  "lon",
  "weight_max_g",
  "boxes_mm",
] as const;

/** Finds a pickup point by the carrier's code, including closed ones. */
export async function findPickupPoint(
  db: Db,
  code: string,
): Promise<(PickupPointRow & { closed: boolean }) | undefined> {
  const row = await db
    .selectFrom("pickup_points")
    .select(pointColumns)
    .select("closed_at")
    .where("code", "=", code)
    .executeTakeFirst();
  if (!row) return undefined;
  const { closed_at, ...point } = row;
  return { ...(point as unknown as PickupPointRow), closed: closed_at !== null };
}

/** The destination, weight and box of a parcel. */
export type PointSearch = {
  country: string;
  city: string;
  postcode: string;
  weightG: number;
  boxMm: Sides | null;
  limit: number;
};

/**
 * Finds open points that accept the parcel: those of the city, else those nearby (same postcode prefix), else those of
 * the country.
 */
export async function findOpenPointsNear(
  db: Db,
  { country, city, postcode, weightG, boxMm, limit }: PointSearch,
): Promise<PickupPointRow[]> {
  for (const condition of [...buildPlaceConditions({ city, postcode }), sql<boolean>`true`]) {
    const rows = await db
      .selectFrom("pickup_points")
      .select(pointColumns)
      .where("country", "=", country)
      .where("closed_at", "is", null)
      .where("weight_max_g", ">=", weightG)
      .$if(boxMm !== null, (query) => query.where(acceptsBox(boxMm ?? [0, 0, 0])))
      .where(condition)
      .orderBy("city_ru")
      .orderBy("code")
      .limit(limit)
      .execute();
    if (rows.length > 0) return rows as unknown as PickupPointRow[];
  }
  return [];
}

/** Returns conditions for the city, then for its surroundings: the same postcode prefix. */
function buildPlaceConditions({ city, postcode }: Pick<PointSearch, "city" | "postcode">): RawBuilder<boolean>[] {
  const postcodePrefix = postcode.slice(0, 3);
  return [
    ...(city ? [matchesCity(city)] : []),
    ...(postcodePrefix ? [sql<boolean>`postcode like ${`${postcodePrefix.replaceAll(/[\\%_]/g, "\\$&")}%`}`] : []),
  ];
}

/** Finds the codes of couriers that serve a city or, if there are none, its surroundings; at most two. */
export async function findCourierCodesNear(
  db: Db,
  { country, city, postcode }: Pick<PointSearch, "country" | "city" | "postcode">,
): Promise<string[]> {
  for (const condition of buildPlaceConditions({ city, postcode })) {
    const rows = await db
      .selectFrom("pickup_points")
      .select("code")
      .where("country", "=", country)
      .where("type", "=", "COURIER")
      .where("closed_at", "is", null)
      .where(condition)
      .limit(2)
      .execute();
    if (rows.length > 0) return rows.map((row) => row.code);
  }
  return [];
}

/** Returns a condition that matches the name of a city in either language or transliterated, in any case. */
function matchesCity(name: string): RawBuilder<boolean> {
  const lowerName = name.toLowerCase();
  return sql<boolean>`(lower(city_en) = ${lowerName} or lower(city_ru) = ${lowerName} or lower(city_latin) = ${lowerName})`;
}

/** Returns a condition with the same rule as `fitsInto`. */
function acceptsBox([longest, middle, shortest]: Sides): RawBuilder<boolean> {
  return sql<boolean>`(boxes_mm is null or exists (
    select from jsonb_array_elements(boxes_mm) box
    where (box ->> 0)::integer >= ${longest} and (box ->> 1)::integer >= ${middle} and (box ->> 2)::integer >= ${shortest}))`;
}

export type PointQuery = {
  city?: string | undefined;
  postcode?: string | undefined;
  q?: string | undefined;
  country?: string | undefined;
};

/** Searches open points by city, by postcode, or by words that must all occur in the city, street, name or code. */
export async function searchPickupPoints(
  db: Db,
  { city, postcode, q, country }: PointQuery,
  limit: number,
): Promise<PickupPointRow[]> {
  const words = (q ?? "").split(/[\s,.]+/).filter(Boolean);
  const rows = await db
    .selectFrom("pickup_points")
    .select(pointColumns)
    .where("closed_at", "is", null)
    .$if(country !== undefined, (query) => query.where("country", "=", country ?? ""))
    .where((eb) =>
      eb.and([
        ...(city ? [matchesCity(city)] : []),
        ...(postcode ? [eb("postcode", "=", postcode)] : []),
        ...words.map(
          (word) => sql<boolean>`
            translate(lower(concat_ws(' ', city_ru, city_en, city_latin, address, name, code, postcode)), 'ё', 'е')
              like ${`%${word
                .toLowerCase()
                .replaceAll("ё", "е")
                .replaceAll(/[\\%_]/g, "\\$&")}%`}`,
        ),
      ]),
    )
    .orderBy("city_ru")
    .orderBy("code")
    .limit(limit)
    .execute();
  return rows as unknown as PickupPointRow[];
}

/** A postcode or the name of a city, in a country. */
export type PlaceQuery = { country: string; postcode?: string | undefined; city?: string | undefined };

type PlaceRow = Pick<PickupPointRow, "city_ru" | "city_en" | "postcode"> & { city_latin: string };

/** Finds the cities and postcodes of open points: by city, by postcode, or else by the first characters of the postcode. */
export async function findPlaceRows(
  db: Db,
  { country, postcode, city }: PlaceQuery,
  limit: number,
): Promise<PlaceRow[]> {
  const conditions = postcode
    ? [sql<boolean>`postcode = ${postcode}`, ...buildPlaceConditions({ city: "", postcode })]
    : buildPlaceConditions({ city: city ?? "", postcode: "" });
  for (const condition of conditions) {
    const rows = await db
      .selectFrom("pickup_points")
      .select(["city_ru", "city_en", "city_latin", "postcode"])
      .distinct()
      .where("country", "=", country)
      .where("closed_at", "is", null)
      .where(condition)
      .orderBy("city_ru")
      .orderBy("postcode")
      .limit(limit)
      .execute();
    if (rows.length > 0) return rows;
  }
  return [];
}

/** Lists the open points of a country. */
export async function listOpenPoints(db: Db, country: string): Promise<PickupPointRow[]> {
  const rows = await db
    .selectFrom("pickup_points")
    .select(pointColumns)
    .where("country", "=", country)
    .where("closed_at", "is", null)
    .orderBy("code")
    .execute();
  return rows as unknown as PickupPointRow[];
}

export async function countOpenPoints(db: Tx, methodId: number, country: string): Promise<number> {
  const { count } = await db
    .selectFrom("pickup_points")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("method_id", "=", methodId)
    .where("country", "=", country)
    .where("closed_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Replaces the points of a country: new ones are inserted, known ones updated or reopened, missing ones closed but
 * kept, since carts and orders may refer to them.
 * @returns the number of closed points
 */
export async function replacePickupPoints(
  db: Tx,
  { methodId, country, refreshedAt }: { methodId: number; country: string; refreshedAt: Date },
  points: readonly PickupPointRow[],
): Promise<number> {
  // If a source lists a point twice, the last one wins.
  const rows = [
    ...new Map(points.map((point) => [point.code, { ...point, city_latin: transliterate(point.city_ru) }])).values(),
  ];
  await sql`
    insert into pickup_points (code, method_id, type, country, city_ru, city_en, city_latin, postcode, name, address, work_time, lat, lon,
      weight_max_g, boxes_mm, refreshed_at, closed_at)
    select p.code, ${methodId}, p.type, p.country, p.city_ru, p.city_en, p.city_latin, p.postcode, p.name, p.address, p.work_time, p.lat, p.lon,
      p.weight_max_g, nullif(p.boxes_mm, 'null'), ${refreshedAt}, null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(code text, type text, country text, city_ru text,
      city_en text, city_latin text, postcode text, name text, address text, work_time text, lat double precision, lon double precision,
      weight_max_g integer, boxes_mm jsonb)
    on conflict (code) do update set method_id = excluded.method_id, type = excluded.type, country = excluded.country,
      city_ru = excluded.city_ru, city_en = excluded.city_en, city_latin = excluded.city_latin,
      postcode = excluded.postcode, name = excluded.name,
      address = excluded.address, work_time = excluded.work_time, lat = excluded.lat, lon = excluded.lon,
      weight_max_g = excluded.weight_max_g, boxes_mm = excluded.boxes_mm, refreshed_at = excluded.refreshed_at, closed_at = null`.execute(
    db,
  );
  const { numAffectedRows } = await sql`
    update pickup_points set closed_at = ${refreshedAt}
    where method_id = ${methodId} and country = ${country} and closed_at is null
      and code <> all (${rows.map((row) => row.code)}::text[])`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
