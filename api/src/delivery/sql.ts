import { sql } from "kysely";
import type { Db } from "../platform/db.ts";

export type CountryRow = {
  code: string;
  name_ru: string;
  name_en: string;
  phone_prefix: string;
  postcode_pattern: string;
  deliverable: boolean;
};

export async function allCountries(db: Db): Promise<CountryRow[]> {
  const { rows } = await sql<CountryRow>`
    select c.code, c.name_ru, c.name_en, c.phone_prefix, c.postcode_pattern,
      exists (
        select from shipping_method_countries mc join shipping_methods m on m.id = mc.method_id
        where mc.country = c.code and mc.active and m.active
      ) as deliverable
    from countries c order by c.position, c.name_ru`.execute(db);
  return rows;
}

export type MethodRow = {
  id: number;
  code: string;
  name_ru: string;
  name_en: string;
  price_minor: number | null;
  free_from_minor: number | null;
  weight_max_g: number;
  needs_point: boolean;
  days_min: number;
  days_max: number;
  note_ru: string;
  note_en: string;
  /** Hazard classes that this method does not carry to this country. */
  refused: string[];
};

/** The methods that go to a country, in the shop's order; a country's own price wins over the method's. */
export async function methodsTo(db: Db, country: string): Promise<MethodRow[]> {
  const { rows } = await sql<MethodRow>`
    select m.id, m.code, m.name_ru, m.name_en, coalesce(mc.price_minor, m.price_minor) as price_minor, m.free_from_minor,
      m.weight_max_g, m.needs_point, mc.days_min, mc.days_max, mc.note_ru, mc.note_en,
      array(
        select distinct r.hazard::text from shipping_refusals r where r.method_id = m.id and r.country in ('**', ${country})
      ) as refused
    from shipping_methods m join shipping_method_countries mc on mc.method_id = m.id
    where mc.country = ${country} and m.active and mc.active
    order by m.position, m.id`.execute(db);
  return rows;
}

export type PointRow = {
  code: string;
  type: "PVZ" | "POSTAMAT" | "COURIER";
  country: string;
  city_ru: string;
  city_en: string;
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
  "name",
  "address",
  "work_time",
  "lat",
  "lon",
  "weight_max_g",
] as const;

/** Open points of a country, those of the named city first; at most `limit`. */
export async function pointsIn(db: Db, country: string, city: string, limit: number): Promise<PointRow[]> {
  const rows = await db
    .selectFrom("pickup_points")
    .select(pointColumns)
    .where("country", "=", country)
    .where("closed_at", "is", null)
    .orderBy(sql`lower(city_en) = lower(${city}) or lower(city_ru) = lower(${city})`, "desc")
    .orderBy("city_ru")
    .orderBy("code")
    .limit(limit)
    .execute();
  return rows as PointRow[];
}

/** Open points whose city or post code is the one asked for. */
export async function searchPoints(
  db: Db,
  asked: { city?: string | undefined; postcode?: string | undefined },
): Promise<PointRow[]> {
  const rows = await db
    .selectFrom("pickup_points")
    .select(pointColumns)
    .where("closed_at", "is", null)
    .where((where) =>
      where.or([
        ...(asked.city
          ? [sql<boolean>`lower(city_en) = lower(${asked.city}) or lower(city_ru) = lower(${asked.city})`]
          : []),
        ...(asked.postcode ? [where("postcode", "=", asked.postcode)] : []),
      ]),
    )
    .orderBy("code")
    .limit(300)
    .execute();
  return rows as PointRow[];
}
