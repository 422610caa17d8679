import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { SizeLimits } from "../box.ts";
import type { HazardClass } from "../hazard-classes.ts";
import type { RecipientIdentityKind } from "../sql.ts";

/** A shipping method as it appears in the data file. Amounts in kopecks; null: the value of the settings. */
export type MethodFileRow = SizeLimits & {
  code: string;
  name_ru: string;
  name_en: string;
  price: number | null;
  free_from: number | null;
  weight_max_g: number;
  needs_pickup_point: boolean;
  active: boolean;
  position: number;
};
/** A route (method and country) as it appears in the data file. */
export type RouteFileRow = SizeLimits & {
  method: string;
  country: string;
  days_min: number;
  days_max: number;
  price: number | null;
  active: boolean;
  recipient_identity: RecipientIdentityKind | null;
  note_ru: string;
  note_en: string;
};
export type RefusalFileRow = { method: string; hazard: HazardClass; country: string };

/** How the data file names all countries; the database uses `**`. */
export const ALL_COUNTRIES = "all";

export async function listMethodFileRows(db: Db): Promise<MethodFileRow[]> {
  return db
    .selectFrom("shipping_methods")
    .select(["code", "name_ru", "name_en", "price_minor as price", "free_from_minor as free_from", "weight_max_g"])
    .select(["longest_max_mm", "sides_max_mm", "girth_max_mm", "needs_pickup_point", "active", "position"])
    .orderBy("position")
    .orderBy("id")
    .execute();
}

function toMethodColumns({ price, free_from, ...row }: MethodFileRow) {
  return { ...row, price_minor: price, free_from_minor: free_from };
}

/** Inserts a method with the next free id. */
export async function insertMethod(db: Tx, row: MethodFileRow): Promise<void> {
  const id = sql<number>`(select coalesce(max(id), 0) + 1 from shipping_methods)`;
  await db
    .insertInto("shipping_methods")
    .values({ id, ...toMethodColumns(row) })
    .execute();
}

export async function updateMethod(db: Tx, code: string, row: MethodFileRow): Promise<void> {
  await db.updateTable("shipping_methods").set(toMethodColumns(row)).where("code", "=", code).execute();
}

export async function deleteMethod(db: Tx, code: string): Promise<void> {
  await db.deleteFrom("shipping_methods").where("code", "=", code).execute();
}

export async function describeMethodsInUse(db: Tx, removed: readonly { code: string }[]): Promise<string[]> {
  const codes = removed.map(({ code }) => code);
  const { rows } = await sql<{ code: string }>`
    select code from shipping_methods m where code = any (${codes}::text[]) and (
      exists (select from shipping_method_countries c where c.method_id = m.id)
      or exists (select from shipping_restrictions r where r.method_id = m.id)
      or exists (select from pickup_points p where p.method_id = m.id)
      or exists (select from carts c where c.shipping_method_id = m.id)
      or exists (select from orders o where o.shipping_method_id = m.id))
    order by code`.execute(db);
  return rows.map(
    ({ code }) => `${code} has countries, refusals, pickup points, carts or orders: set active to no instead.`,
  );
}

export async function listRouteFileRows(db: Db): Promise<RouteFileRow[]> {
  return db
    .selectFrom("shipping_method_countries as c")
    .innerJoin("shipping_methods as m", "m.id", "c.method_id")
    .select(["m.code as method", "c.country", "c.days_min", "c.days_max", "c.price_minor as price", "c.active"])
    .select(["c.longest_max_mm", "c.sides_max_mm", "c.girth_max_mm", "c.note_ru", "c.note_en"])
    .select(sql<RecipientIdentityKind | null>`c.recipient_identity`.as("recipient_identity"))
    .orderBy("m.position")
    .orderBy("m.code")
    .orderBy("c.country")
    .execute();
}

const buildMethodIdQuery = (code: string) => sql<number>`(select id from shipping_methods where code = ${code})`;

function toRouteColumns({ method, price, ...row }: RouteFileRow) {
  return { ...row, method_id: buildMethodIdQuery(method), price_minor: price };
}

export async function insertRoute(db: Tx, row: RouteFileRow): Promise<void> {
  await db.insertInto("shipping_method_countries").values(toRouteColumns(row)).execute();
}

export async function updateRoute(db: Tx, row: RouteFileRow): Promise<void> {
  await db
    .updateTable("shipping_method_countries")
    .set(toRouteColumns(row))
    .where("method_id", "=", buildMethodIdQuery(row.method))
    .where("country", "=", row.country)
    .execute();
}

export async function deleteRoute(db: Tx, { method, country }: RouteFileRow): Promise<void> {
  await db
    .deleteFrom("shipping_method_countries")
    .where("method_id", "=", buildMethodIdQuery(method))
    .where("country", "=", country)
    .execute();
}

export async function listRefusalFileRows(db: Db): Promise<RefusalFileRow[]> {
  const { rows } = await sql<RefusalFileRow>`
    select m.code as method, r.hazard, case r.country when '**' then ${ALL_COUNTRIES} else r.country end as country
    from shipping_restrictions r join shipping_methods m on m.id = r.method_id
    order by m.position, m.code, r.hazard, r.country`.execute(db);
  return rows;
}

const toStoredCountry = (country: string) => (country === ALL_COUNTRIES ? "**" : country);

export async function insertRefusal(db: Tx, { method, hazard, country }: RefusalFileRow): Promise<void> {
  await db
    .insertInto("shipping_restrictions")
    .values({ method_id: buildMethodIdQuery(method), hazard, country: toStoredCountry(country) })
    .execute();
}

export async function deleteRefusal(db: Tx, { method, hazard, country }: RefusalFileRow): Promise<void> {
  await db
    .deleteFrom("shipping_restrictions")
    .where("method_id", "=", buildMethodIdQuery(method))
    .where("hazard", "=", hazard)
    .where("country", "=", toStoredCountry(country))
    .execute();
}
