import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/db.ts";

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
  return { ...(point as PointRow), closed: closed_at !== null };
}

/** Where a parcel should be collected, and what it weighs. */
export type Wanted = { country: string; city: string; postcode: string; weightG: number; limit: number };

/**
 * Open points that take the parcel: those of the city; where it has none, those around (post codes that begin alike);
 * where there are none either, the country's.
 */
export async function openPointsNear(db: Db, { country, city, postcode, weightG, limit }: Wanted): Promise<PointRow[]> {
  const around = postcode.slice(0, 3);
  const places: RawBuilder<boolean>[] = [
    ...(city ? [sql<boolean>`(lower(city_en) = lower(${city}) or lower(city_ru) = lower(${city}))`] : []),
    ...(around ? [sql<boolean>`postcode like ${`${around.replaceAll(/[\\%_]/g, "\\$&")}%`}`] : []),
    sql<boolean>`true`,
  ];
  for (const place of places) {
    const rows = await db
      .selectFrom("pickup_points")
      .select(pointColumns)
      .where("country", "=", country)
      .where("closed_at", "is", null)
      .where("weight_max_g", ">=", weightG)
      .where(place)
      .orderBy("city_ru")
      .orderBy("code")
      .limit(limit)
      .execute();
    if (rows.length > 0) return rows as PointRow[];
  }
  return [];
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
        ...(city ? [sql<boolean>`(lower(city_en) = lower(${city}) or lower(city_ru) = lower(${city}))`] : []),
        ...(postcode ? [where("postcode", "=", postcode)] : []),
        ...words.map(
          (word) => sql<boolean>`
            translate(lower(concat_ws(' ', city_ru, city_en, address, name, code, postcode)), 'ё', 'е')
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
  return rows as PointRow[];
}
