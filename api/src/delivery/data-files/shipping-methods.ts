import { type Column, defineColumn, defineDataFile, type ImportPlan } from "../../platform/data-files/data-file.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { LineError } from "../../platform/data-files/file-errors.ts";
import {
  amountParser,
  patternParser,
  enumParser,
  nullableParser,
  textParser,
  integerParser,
  parseYesNo,
} from "../../platform/data-files/field-parsers.ts";
import { listCountryFileRows } from "./countries-sql.ts";
import { countryCode } from "./countries.ts";
import { hazardClasses } from "../hazard-classes.ts";
import { recipientIdentityKinds } from "../sql.ts";
import {
  listMethodFileRows,
  listRefusalFileRows,
  listRouteFileRows,
  deleteMethod,
  deleteRefusal,
  deleteRoute,
  ALL_COUNTRIES,
  insertMethod,
  insertRefusal,
  insertRoute,
  describeMethodsInUse,
  updateMethod,
  updateRoute,
} from "./shipping-methods-sql.ts";

const methodCode = defineColumn(
  patternParser(/^[a-z0-9-]{1,40}$/, "up to 40 lowercase Latin letters, digits and hyphens"),
);
const rublesColumn: Column<number | null> = defineColumn(
  nullableParser(amountParser("rubles such as 499 or 499.50, or nothing")),
  {
    initial: null,
    format: (minor) => (minor === null ? "" : String(minor / 100)),
  },
);
const millimetersColumn = defineColumn(nullableParser(integerParser(1)), { initial: null });
const sizeColumns = {
  longest_max_mm: millimetersColumn,
  sides_max_mm: millimetersColumn,
  girth_max_mm: millimetersColumn,
};
const activeColumn = defineColumn(parseYesNo, { initial: true });

export const methodFile = defineDataFile({
  name: "shipping-methods",
  noun: "shipping method",
  summary: "the shipping methods with names, prices, limits of weight and size, and order",
  columns: {
    code: methodCode,
    name_ru: defineColumn(textParser(1, 100)),
    name_en: defineColumn(textParser(1, 100)),
    price: rublesColumn,
    free_from: rublesColumn,
    weight_max_g: defineColumn(integerParser(1)),
    ...sizeColumns,
    needs_pickup_point: defineColumn(parseYesNo, { initial: false }),
    active: activeColumn,
    position: defineColumn(integerParser(0), { initial: 0 }),
  },
  key: ["code"],
  renamableColumn: "code",
  listColumns: ["code", "name_en", "price", "free_from", "weight_max_g", "needs_pickup_point", "active", "position"],
  read: listMethodFileRows,
  findDeletionBlockers: describeMethodsInUse,
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed) await (before ? updateMethod(db, before.code, row) : insertMethod(db, row));
    for (const row of removed) await deleteMethod(db, row.code);
  },
});

export const routeFile = defineDataFile({
  name: "shipping-countries",
  noun: "country of a shipping method",
  summary: "where each shipping method goes, in how many days and for what price of its own",
  columns: {
    method: methodCode,
    country: defineColumn(countryCode),
    days_min: defineColumn(integerParser(1)),
    days_max: defineColumn(integerParser(1)),
    price: rublesColumn,
    ...sizeColumns,
    active: activeColumn,
    recipient_identity: defineColumn(nullableParser(enumParser(...recipientIdentityKinds)), { initial: null }),
    note_ru: defineColumn(textParser(0, 500), { initial: "" }),
    note_en: defineColumn(textParser(0, 500), { initial: "" }),
  },
  key: ["method", "country"],
  listColumns: ["method", "country", "days_min", "days_max", "price", "active", "note_en"],
  read: listRouteFileRows,
  check: async (db, plan) => [
    ...(await validateReferences(db, plan)),
    ...plan.changed
      .filter(({ row }) => row.days_max < row.days_min)
      .map(({ line }) => ({ line, column: "days_max", reason: "cannot be less than days_min" })),
  ],
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed) await (before ? updateRoute(db, row) : insertRoute(db, row));
    for (const row of removed) await deleteRoute(db, row);
  },
});

export const refusalFile = defineDataFile({
  name: "shipping-refusals",
  noun: "shipping refusal",
  summary: `the hazard classes that a shipping method does not carry to a country, or to any (${ALL_COUNTRIES})`,
  columns: {
    method: methodCode,
    hazard: defineColumn(enumParser(...hazardClasses)),
    country: defineColumn((field: string) => (field === ALL_COUNTRIES ? field : countryCode(field)), {
      initial: ALL_COUNTRIES,
    }),
  },
  key: ["method", "hazard", "country"],
  listColumns: ["method", "hazard", "country"],
  read: listRefusalFileRows,
  check: validateReferences,
  write: async (db, { changed, removed }) => {
    for (const { row } of changed) await insertRefusal(db, row);
    for (const row of removed) await deleteRefusal(db, row);
  },
});

/** Validates that the methods and countries of the rows exist. */
async function validateReferences(
  db: Tx,
  { changed }: ImportPlan<{ method: string; country: string }>,
): Promise<LineError[]> {
  const methods = new Set((await listMethodFileRows(db)).map(({ code }) => code));
  const countries = new Set([ALL_COUNTRIES, ...(await listCountryFileRows(db)).map(({ code }) => code)]);
  return changed.flatMap(({ line, row }) => [
    ...(methods.has(row.method)
      ? []
      : [{ line, column: "method", reason: `there is no shipping method "${row.method}"` }]),
    ...(countries.has(row.country) ? [] : [{ line, column: "country", reason: `there is no country ${row.country}` }]),
  ]);
}
