import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../test/harness.ts";
import { importDataFile } from "../platform/data-files/import-data-file.ts";
import { openFolderStorage } from "../platform/file-storage/folder-storage.ts";
import { createTestSupplier } from "../purchasing/fixtures.ts";
import { currencyFile } from "./currency-file.ts";
import { currencyUsages, listCurrencyFileRows } from "./currency-sql.ts";

const shop = await openTestShop();
const folder = mkdtempSync(join(tmpdir(), "furoshiki-currencies-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function importText(text: string, { deleteMissing = false } = {}): Promise<void> {
  const path = join(folder, "currencies.csv");
  writeFileSync(path, text);
  await importDataFile(currencyFile, {
    ...{ db: shop.db, path, files: openFolderStorage(folder), now: TEST_NOW },
    ...{ dryRun: false, deleteMissing },
  });
}

it("keeps a currency, and its decimals, while a supplier has prices in it", async () => {
  await importText("code,name_ru,name_en,sign,minor_digits,rate\nXTS,Проба,Test,XTS,2,100\n");
  await createTestSupplier(shop.db, { currency: "XTS" });
  await expect(importText("code,minor_digits,rounding_digits\nXTS,0,0\n")).rejects.toThrow(
    "amounts in this currency are stored with its decimals",
  );
  const others = (await listCurrencyFileRows(shop.db)).filter(({ code }) => code !== "XTS");
  await expect(
    importText(`code\n${others.map(({ code }) => code).join("\n")}\n`, { deleteMissing: true }),
  ).rejects.toThrow("XTS is the currency of suppliers.");
});

it("looks for a currency in every column that refers to currencies", async () => {
  const { rows } = await sql<{ column: string }>`
    select c.conrelid::regclass || '.' || a.attname as column from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = 'currencies'::regclass and c.conrelid <> 'currency_rates'::regclass`.execute(
    shop.db,
  );
  const columns = currencyUsages.map(({ table, column }) => `${table}.${column}`);
  expect(rows.map(({ column }) => column).toSorted()).toEqual(columns.toSorted());
});
