import { defineColumn, defineDataFile, type ImportPlan } from "../../platform/data-files/data-file.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { LineError } from "../../platform/data-files/file-errors.ts";
import { textParser } from "../../platform/data-files/field-parsers.ts";
import {
  listBrandRows,
  listSeriesRows,
  describeBrandsInUse,
  deleteBrand,
  deleteSeries,
  insertBrand,
  insertSeries,
  renameSeries,
  type SeriesFileRow,
  describeSeriesInUse,
  updateBrand,
} from "./brand-sql.ts";
import { name, position, slug, themeColor } from "../data-file-columns.ts";
import { redirectRenamed } from "../redirect-renamed.ts";

const tagline = defineColumn(textParser(0, 300), { initial: "" });

export const brandFile = defineDataFile({
  name: "brands",
  noun: "brand",
  summary: "the brands with names, taglines and theme colors",
  columns: {
    slug,
    name,
    name_ru: name,
    name_ja: defineColumn(textParser(0, 200), { initial: "" }),
    tagline_ru: tagline,
    tagline_en: tagline,
    theme_color: themeColor,
    position,
  },
  key: ["slug"],
  renamableColumn: "slug",
  listColumns: ["slug", "name", "name_ru", "name_ja", "position"],
  read: listBrandRows,
  findDeletionBlockers: describeBrandsInUse,
  write: async (db, plan) => {
    const { changed, removed } = plan;
    for (const { row, before } of changed) await (before ? updateBrand(db, before.slug, row) : insertBrand(db, row));
    await redirectRenamed(db, "/manufacturer/", plan);
    for (const row of removed) await deleteBrand(db, row.slug);
  },
});

export const seriesFile = defineDataFile({
  name: "series",
  noun: "series",
  summary: "the series of products of each brand",
  columns: { brand: slug, name },
  key: ["brand", "name"],
  renamableColumn: "name",
  listColumns: ["brand", "name"],
  read: listSeriesRows,
  check: validateBrands,
  findDeletionBlockers: describeSeriesInUse,
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed) await (before ? renameSeries(db, before, row.name) : insertSeries(db, row));
    for (const row of removed) await deleteSeries(db, row);
  },
});

async function validateBrands(db: Tx, { after }: ImportPlan<SeriesFileRow>): Promise<LineError[]> {
  const brands = new Set((await listBrandRows(db)).map((row) => row.slug));
  return after.flatMap(({ line, row }) =>
    line === undefined || brands.has(row.brand)
      ? []
      : [{ line, column: "brand", reason: `there is no brand "${row.brand}"` }],
  );
}
