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

/** The columns that name a currency, which amounts of minor units are in, and what has them. */
export const currencyUsages = [
  { table: "orders", column: "currency", name: "orders" },
  { table: "payments", column: "currency", name: "payments" },
  { table: "approvals", column: "currency", name: "approvals" },
  { table: "customs_rules", column: "limit_currency", name: "customs rules" },
  { table: "customs_rules", column: "fee_currency", name: "customs rules" },
  { table: "export_limits", column: "currency", name: "export limits" },
  { table: "declaration_limits", column: "currency", name: "declaration limits" },
  { table: "suppliers", column: "currency", name: "suppliers" },
  { table: "purchase_orders", column: "currency", name: "purchase orders" },
  { table: "variant_costs", column: "currency", name: "costs of products" },
] as const;

/** Says for each of the currencies that is in use what has amounts in it: these depend on its decimals. */
export async function describeCurrenciesInUse(db: Tx, currencies: readonly { code: string }[]): Promise<string[]> {
  const codes = currencies.map(({ code }) => code);
  const uses = currencyUsages.map(
    ({ table, column, name }) => sql`
      case when exists (select from ${sql.table(table)} u where ${sql.ref(`u.${column}`)} = c.code) then ${sql.lit(name)} end`,
  );
  const { rows } = await sql<{ code: string; uses: (string | null)[] }>`
    select c.code, array[${sql.join(uses)}] as uses from currencies c where c.code = any (${codes}::text[])
    order by c.code`.execute(db);
  return rows.flatMap(({ code, uses }) => {
    const names = new Set(uses.filter((name) => name !== null));
    return names.size === 0 ? [] : [`${code} is the currency of ${[...names].join(", ")}.`];
  });
}
