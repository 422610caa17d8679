import { sql } from "kysely";
import type { Db } from "../platform/db/database.ts";
import type { SizeLimits } from "./box.ts";
import type { CountryFileRow } from "./data-files/countries-sql.ts";

/** An identity document that customs asks of the recipient: a Russian passport with the taxpayer number (INN). */
export const recipientIdentityKinds = ["russian_passport"] as const;
export type RecipientIdentityKind = (typeof recipientIdentityKinds)[number];

export type CountryRow = Omit<CountryFileRow, "position"> & { deliverable: boolean };

export async function listCountryRows(db: Db): Promise<CountryRow[]> {
  const { rows } = await sql<CountryRow>`
    select c.code, c.name_ru, c.name_en, c.phone_prefix, c.postcode_pattern, c.postcode_example, c.region_kind,
      c.region_required, exists (
        select from shipping_method_countries mc join shipping_methods m on m.id = mc.method_id
        where mc.country = c.code and mc.active and m.active
      ) as deliverable
    from countries c order by c.position, c.name_ru`.execute(db);
  return rows;
}

export type MethodRow = SizeLimits & {
  id: number;
  code: string;
  name_ru: string;
  name_en: string;
  price_minor: number | null;
  free_from_minor: number | null;
  weight_max_g: number;
  needs_pickup_point: boolean;
};

/** A method with its terms for one country. */
export type RouteRow = MethodRow & {
  country: string;
  /** False: suspended or impossible; the note says why. */
  active: boolean;
  days_min: number;
  days_max: number;
  note_ru: string;
  note_en: string;
  /** What customs asks of the recipient; null: nothing. */
  recipient_identity: RecipientIdentityKind | null;
  /** Hazard classes that this method does not carry to this country. */
  refused: string[];
};

/** Lists the active methods by position. */
export async function listActiveMethods(db: Db): Promise<MethodRow[]> {
  return db
    .selectFrom("shipping_methods")
    .select([
      "id",
      "code",
      "name_ru",
      "name_en",
      "price_minor",
      "free_from_minor",
      "weight_max_g",
      "needs_pickup_point",
    ])
    .select(["longest_max_mm", "sides_max_mm", "girth_max_mm"])
    .where("active", "=", true)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** Lists the routes of all active methods by position; a country's own price takes precedence over the method's. */
export async function listRoutes(db: Db): Promise<RouteRow[]> {
  const { rows } = await sql<RouteRow>`
    select m.id, m.code, m.name_ru, m.name_en, coalesce(mc.price_minor, m.price_minor) as price_minor, m.free_from_minor,
      m.weight_max_g, m.needs_pickup_point, coalesce(mc.longest_max_mm, m.longest_max_mm) as longest_max_mm,
      coalesce(mc.sides_max_mm, m.sides_max_mm) as sides_max_mm, coalesce(mc.girth_max_mm, m.girth_max_mm) as girth_max_mm, mc.country, mc.active, mc.days_min, mc.days_max, mc.note_ru, mc.note_en, mc.recipient_identity,
      array(
        select distinct r.hazard::text from shipping_restrictions r
        where r.method_id = m.id and r.country in ('**', mc.country) order by 1
      ) as refused
    from shipping_methods m join shipping_method_countries mc on mc.method_id = m.id
    where m.active
    order by m.position, m.id`.execute(db);
  return rows;
}
