import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";
import type { Sides } from "./box.ts";
import { cityInLatin } from "./city-latin.ts";

export type PointRow = {
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
  /** The largest parcels that it takes; null: any. */
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

/** A point by the carrier's code, closed ones too. */
export async function findPoint(db: Db, code: string): Promise<(PointRow & { closed: boolean }) | undefined> {
  const row = await db
    .selectFrom("pickup_points")
    .select(pointColumns)
    .select("closed_at")
    .where("code", "=", code)
    .executeTakeFirst();
  if (!row) return undefined;
  const { closed_at, ...point } = row;
  return { ...(point as unknown as PointRow), closed: closed_at !== null };
}

/** Where a parcel should be collected, what it weighs, and its box. */
export type Wanted = {
  country: string;
  city: string;
  postcode: string;
  weightG: number;
  boxMm: Sides | null;
  limit: number;
};

/**
 * Open points that take the parcel: those of the city; where it has none, those around (post codes that begin alike);
 * where there are none either, the country's.
 */
export async function openPointsNear(
  db: Db,
  { country, city, postcode, weightG, boxMm, limit }: Wanted,
): Promise<PointRow[]> {
  for (const place of [...placesNear({ city, postcode }), sql<boolean>`true`]) {
    const rows = await db
      .selectFrom("pickup_points")
      .select(pointColumns)
      .where("country", "=", country)
      .where("closed_at", "is", null)
      .where("weight_max_g", ">=", weightG)
      .$if(boxMm !== null, (query) => query.where(takes(boxMm ?? [0, 0, 0])))
      .where(place)
      .orderBy("city_ru")
      .orderBy("code")
      .limit(limit)
      .execute();
    if (rows.length > 0) return rows as unknown as PointRow[];
  }
  return [];
}

/** The city, then what is around it: post codes that begin alike. */
function placesNear({ city, postcode }: Pick<Wanted, "city" | "postcode">): RawBuilder<boolean>[] {
  const around = postcode.slice(0, 3);
  return [
    ...(city ? [isCity(city)] : []),
    ...(around ? [sql<boolean>`postcode like ${`${around.replaceAll(/[\\%_]/g, "\\$&")}%`}`] : []),
  ];
}

/** The codes of the couriers that deliver in a city or, if it has none, around it; at most two. */
export async function courierCodesNear(
  db: Db,
  { country, city, postcode }: Pick<Wanted, "country" | "city" | "postcode">,
): Promise<string[]> {
  for (const place of placesNear({ city, postcode })) {
    const rows = await db
      .selectFrom("pickup_points")
      .select("code")
      .where("country", "=", country)
      .where("type", "=", "COURIER")
      .where("closed_at", "is", null)
      .where(place)
      .limit(2)
      .execute();
    if (rows.length > 0) return rows.map((row) => row.code);
  }
  return [];
}

/** In either language, or transliterated; the name is made small here, once, and not for each point. */
function isCity(name: string): RawBuilder<boolean> {
  const small = name.toLowerCase();
  return sql<boolean>`(lower(city_en) = ${small} or lower(city_ru) = ${small} or lower(city_latin) = ${small})`;
}

/** As `fitsInto` says it. */
function takes([longest, middle, shortest]: Sides): RawBuilder<boolean> {
  return sql<boolean>`(boxes_mm is null or exists (
    select from jsonb_array_elements(boxes_mm) box
    where (box ->> 0)::integer >= ${longest} and (box ->> 1)::integer >= ${middle} and (box ->> 2)::integer >= ${shortest}))`;
}

export type Sought = {
  city?: string | undefined;
  postcode?: string | undefined;
  q?: string | undefined;
  country?: string | undefined;
};

const POINTS_FOUND = 300;

/** Open points by city, by post code, or by words that all stand in their city, street, name or code. */
export async function searchPoints(db: Db, { city, postcode, q, country }: Sought): Promise<PointRow[]> {
  const words = (q ?? "").split(/[\s,.]+/).filter(Boolean);
  const rows = await db
    .selectFrom("pickup_points")
    .select(pointColumns)
    .where("closed_at", "is", null)
    .$if(country !== undefined, (query) => query.where("country", "=", country ?? ""))
    .where((where) =>
      where.and([
        ...(city ? [isCity(city)] : []),
        ...(postcode ? [where("postcode", "=", postcode)] : []),
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
    .limit(POINTS_FOUND)
    .execute();
  return rows as unknown as PointRow[];
}

/** The open points of a country. */
export async function openPointsOf(db: Db, country: string): Promise<PointRow[]> {
  const rows = await db
    .selectFrom("pickup_points")
    .select(pointColumns)
    .where("country", "=", country)
    .where("closed_at", "is", null)
    .orderBy("code")
    .execute();
  return rows as unknown as PointRow[];
}

export async function countOpenPoints(db: Tx, methodId: number, country: string): Promise<number> {
  const { count } = await db
    .selectFrom("pickup_points")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("method_id", "=", methodId)
    .where("country", "=", country)
    .where("closed_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Puts the points of a country in the place of those of before: new ones come, known ones change or open again, those
 * not named are closed and kept, for carts and orders may name them. @returns how many were closed.
 */
export async function replacePoints(
  db: Tx,
  { methodId, country, at }: { methodId: number; country: string; at: Date },
  fresh: readonly PointRow[],
): Promise<number> {
  // A source that names a point twice means the last.
  const rows = [
    ...new Map(fresh.map((point) => [point.code, { ...point, city_latin: cityInLatin(point.city_ru) }])).values(),
  ];
  await sql`
    insert into pickup_points (code, method_id, type, country, city_ru, city_en, city_latin, postcode, name, address, work_time, lat, lon,
      weight_max_g, boxes_mm, refreshed_at, closed_at)
    select p.code, ${methodId}, p.type, p.country, p.city_ru, p.city_en, p.city_latin, p.postcode, p.name, p.address, p.work_time, p.lat, p.lon,
      p.weight_max_g, nullif(p.boxes_mm, 'null'), ${at}, null
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
    update pickup_points set closed_at = ${at}
    where method_id = ${methodId} and country = ${country} and closed_at is null
      and code <> all (${rows.map((row) => row.code)}::text[])`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
