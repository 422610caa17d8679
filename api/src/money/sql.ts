import { sql } from "kysely";
import type { Db } from "../platform/db/database.ts";

export type CurrencyRow = {
  code: string;
  name_ru: string;
  name_en: string;
  sign: string;
  minor_digits: number;
  rounding_digits: number;
  rub_per_unit: string;
  active: boolean;
};

/** Lists the currencies by position with their latest rates; inactive ones are used in calculations but never shown. */
export async function listCurrenciesWithRates(db: Db): Promise<CurrencyRow[]> {
  const { rows } = await sql<CurrencyRow>`
    select c.code, c.name_ru, c.name_en, c.sign, c.minor_digits, c.rounding_digits, r.rub_per_unit, c.active
    from currencies c
    cross join lateral (
      select rub_per_unit from currency_rates where currency = c.code and valid_from <= now()
      order by valid_from desc, id desc limit 1
    ) r
    order by c.position`.execute(db);
  return rows;
}

/** Lists the latest rate of every currency, including inactive ones. */
export async function listLatestRates(db: Db): Promise<{ code: string; rub_per_unit: string; valid_from: Date }[]> {
  const { rows } = await sql<{ code: string; rub_per_unit: string; valid_from: Date }>`
    select distinct on (c.code) c.code, r.rub_per_unit, r.valid_from
    from currencies c join currency_rates r on r.currency = c.code
    where r.valid_from <= now() order by c.code, r.valid_from desc, r.id desc`.execute(db);
  return rows;
}

export async function insertRate(db: Db, code: string, rubPerUnit: string): Promise<void> {
  await db.insertInto("currency_rates").values({ currency: code, rub_per_unit: rubPerUnit }).execute();
}
