import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

/** A country as it appears in the data file. */
export type CountryFileRow = {
  code: string;
  name_ru: string;
  name_en: string;
  phone_prefix: string;
  postcode_pattern: string;
  postcode_example: string;
  region_kind: "region" | "state" | "province";
  region_required: boolean;
  position: number;
};

export async function listCountryFileRows(db: Db): Promise<CountryFileRow[]> {
  const { rows } = await sql<CountryFileRow>`
    select code, name_ru, name_en, phone_prefix, postcode_pattern, postcode_example, region_kind, region_required, position
    from countries order by position, code`.execute(db);
  return rows;
}

export async function insertCountry(db: Tx, row: CountryFileRow): Promise<void> {
  await db.insertInto("countries").values(row).execute();
}

export async function updateCountry(db: Tx, row: CountryFileRow): Promise<void> {
  await db.updateTable("countries").set(row).where("code", "=", row.code).execute();
}

export async function deleteCountry(db: Tx, code: string): Promise<void> {
  await db.deleteFrom("countries").where("code", "=", code).execute();
}

export async function describeCountriesInUse(db: Tx, removed: readonly { code: string }[]): Promise<string[]> {
  const codes = removed.map(({ code }) => code);
  const { rows } = await sql<{ code: string }>`
    select code from countries c where code = any (${codes}::text[]) and (
      exists (select from shipping_method_countries m where m.country = c.code)
      or exists (select from shipping_restrictions r where r.country = c.code)
      or exists (select from pickup_points p where p.country = c.code)
      or exists (select from addresses a where a.country = c.code)
      or exists (select from customs_rules r where r.country = c.code)
      or exists (select from export_limits l where l.country = c.code))
    order by code`.execute(db);
  return rows.map(
    ({ code }) => `${code} has shipping methods, pickup points, customs rules or addresses of customers.`,
  );
}
