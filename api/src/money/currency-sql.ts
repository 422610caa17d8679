import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";

/** A currency as it appears in the data file. */
export type CurrencyFileRow = {
  code: string;
  name_ru: string;
  name_en: string;
  sign: string;
  minor_digits: number;
  rounding_digits: number;
  /** Rubles for one unit; empty for a currency that never had a rate. */
  rate: string;
  position: number;
  shown: boolean;
};

export async function listCurrencyFileRows(db: Db): Promise<CurrencyFileRow[]> {
  const { rows } = await sql<CurrencyFileRow>`
    select c.code, c.name_ru, c.name_en, c.sign, c.minor_digits, c.rounding_digits, c.position, c.active as shown,
      coalesce((select trim_scale(r.rub_per_unit)::text from currency_rates r
        where r.currency = c.code and r.valid_from <= now() order by r.valid_from desc, r.id desc limit 1), '') as rate
    from currencies c order by c.position, c.code`.execute(db);
  return rows;
}

function toCurrencyColumns({ shown, rate: _rate, ...row }: CurrencyFileRow) {
  return { ...row, active: shown };
}

export async function insertCurrency(db: Tx, row: CurrencyFileRow): Promise<void> {
  await db.insertInto("currencies").values(toCurrencyColumns(row)).execute();
}

export async function updateCurrency(db: Tx, row: CurrencyFileRow): Promise<void> {
  await db.updateTable("currencies").set(toCurrencyColumns(row)).where("code", "=", row.code).execute();
}

/** Deletes a currency and its rates. */
export async function deleteCurrency(db: Tx, code: string): Promise<void> {
  await db.deleteFrom("currency_rates").where("currency", "=", code).execute();
  await db.deleteFrom("currencies").where("code", "=", code).execute();
}

export async function describeCurrenciesInUse(db: Tx, currencies: readonly { code: string }[]): Promise<string[]> {
  const codes = currencies.map(({ code }) => code);
  const { rows } = await sql<{ code: string }>`
    select code from currencies c where code = any (${codes}::text[]) and (
      exists (select from orders o where o.currency = c.code) or exists (select from payments p where p.currency = c.code)
      or exists (select from customs_rules r where c.code in (r.limit_currency, r.fee_currency))
      or exists (select from export_limits l where l.currency = c.code))
    order by code`.execute(db);
  return rows.map(({ code }) => `${code} is the currency of orders, payments or customs rules.`);
}
