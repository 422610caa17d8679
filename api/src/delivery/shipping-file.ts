import { type Column, column, dataFile, type Plan } from "../platform/data-file.ts";
import type { Tx } from "../platform/db.ts";
import type { Complaint } from "../platform/file-errors.ts";
import { amount, matching, oneOf, orNull, text, wholeNumber, yesOrNo } from "../platform/file-values.ts";
import { allCountryRows } from "./country-sql.ts";
import { countryCode } from "./country-file.ts";
import { hazards } from "./hazards.ts";
import {
  allMethodRows,
  allRefusalRows,
  allRouteRows,
  deleteMethod,
  deleteRefusal,
  deleteRoute,
  EVERY_COUNTRY,
  insertMethod,
  insertRefusal,
  insertRoute,
  methodsInUse,
  updateMethod,
  updateRoute,
} from "./shipping-sql.ts";

const methodCode = column(matching(/^[a-z0-9-]{1,40}$/, "up to 40 small Latin letters, digits and hyphens"));
const roubles: Column<number | null> = column(orNull(amount("roubles such as 499 or 499.50, or nothing")), {
  initial: null,
  format: (minor) => (minor === null ? "" : String(minor / 100)),
});
const millimetres = column(orNull(wholeNumber(1)), { initial: null });
const sizes = { longest_max_mm: millimetres, sides_max_mm: millimetres, girth_max_mm: millimetres };
const isActive = column(yesOrNo, { initial: true });

export const methodFile = dataFile({
  name: "shipping-methods",
  noun: "shipping method",
  summary: "the shipping methods with names, prices, limits of weight and size, and order",
  columns: {
    code: methodCode,
    name_ru: column(text(1, 100)),
    name_en: column(text(1, 100)),
    price: roubles,
    free_from: roubles,
    weight_max_g: column(wholeNumber(1)),
    ...sizes,
    needs_point: column(yesOrNo, { initial: false }),
    active: isActive,
    position: column(wholeNumber(0), { initial: 0 }),
  },
  key: ["code"],
  renames: "code",
  listed: ["code", "name_en", "price", "free_from", "weight_max_g", "needs_point", "active", "position"],
  read: allMethodRows,
  inUse: methodsInUse,
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed) await (before ? updateMethod(db, before.code, row) : insertMethod(db, row));
    for (const row of removed) await deleteMethod(db, row.code);
  },
});

export const routeFile = dataFile({
  name: "shipping-countries",
  noun: "country of a shipping method",
  summary: "where each shipping method goes, in how many days and for what price of its own",
  columns: {
    method: methodCode,
    country: column(countryCode),
    days_min: column(wholeNumber(1)),
    days_max: column(wholeNumber(1)),
    price: roubles,
    ...sizes,
    active: isActive,
    note_ru: column(text(0, 500), { initial: "" }),
    note_en: column(text(0, 500), { initial: "" }),
  },
  key: ["method", "country"],
  listed: ["method", "country", "days_min", "days_max", "price", "active", "note_en"],
  read: allRouteRows,
  check: async (db, plan) => [
    ...(await checkReferences(db, plan)),
    ...plan.changed
      .filter(({ row }) => row.days_max < row.days_min)
      .map(({ line }) => ({ line, column: "days_max", reason: "cannot be less than days_min" })),
  ],
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed) await (before ? updateRoute(db, row) : insertRoute(db, row));
    for (const row of removed) await deleteRoute(db, row);
  },
});

export const refusalFile = dataFile({
  name: "shipping-refusals",
  noun: "shipping refusal",
  summary: `the hazard classes that a shipping method does not carry to a country, or to any (${EVERY_COUNTRY})`,
  columns: {
    method: methodCode,
    hazard: column(oneOf(...hazards)),
    country: column((field: string) => (field === EVERY_COUNTRY ? field : countryCode(field)), {
      initial: EVERY_COUNTRY,
    }),
  },
  key: ["method", "hazard", "country"],
  listed: ["method", "hazard", "country"],
  read: allRefusalRows,
  check: checkReferences,
  write: async (db, { changed, removed }) => {
    for (const { row } of changed) await insertRefusal(db, row);
    for (const row of removed) await deleteRefusal(db, row);
  },
});

/** Methods and countries that rows name must be there. */
async function checkReferences(db: Tx, { changed }: Plan<{ method: string; country: string }>): Promise<Complaint[]> {
  const methods = new Set((await allMethodRows(db)).map(({ code }) => code));
  const countries = new Set([EVERY_COUNTRY, ...(await allCountryRows(db)).map(({ code }) => code)]);
  return changed.flatMap(({ line, row }) => [
    ...(methods.has(row.method)
      ? []
      : [{ line, column: "method", reason: `there is no shipping method "${row.method}"` }]),
    ...(countries.has(row.country) ? [] : [{ line, column: "country", reason: `there is no country ${row.country}` }]),
  ]);
}
