import { column, dataFile, type Plan } from "../platform/data-file.ts";
import type { Tx } from "../platform/db.ts";
import type { Complaint } from "../platform/file-errors.ts";
import { text } from "../platform/file-values.ts";
import {
  allBrandRows,
  allSeriesRows,
  brandsInUse,
  deleteBrand,
  deleteSeries,
  insertBrand,
  insertSeries,
  renameSeries,
  type SeriesFileRow,
  seriesInUse,
  updateBrand,
} from "./brand-sql.ts";
import { name, position, slug, themeColor } from "./label-columns.ts";

const tagline = column(text(0, 300), { initial: "" });

export const brandFile = dataFile({
  name: "brands",
  noun: "brand",
  summary: "the brands with names, taglines and theme colors",
  columns: {
    slug,
    name,
    name_ru: name,
    name_ja: column(text(0, 200), { initial: "" }),
    tagline_ru: tagline,
    tagline_en: tagline,
    theme_color: themeColor,
    position,
  },
  key: ["slug"],
  renames: "slug",
  listed: ["slug", "name", "name_ru", "name_ja", "position"],
  read: allBrandRows,
  inUse: brandsInUse,
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed) await (before ? updateBrand(db, before.slug, row) : insertBrand(db, row));
    for (const row of removed) await deleteBrand(db, row.slug);
  },
});

export const seriesFile = dataFile({
  name: "series",
  noun: "series",
  summary: "the series of products of each brand",
  columns: { brand: slug, name },
  key: ["brand", "name"],
  renames: "name",
  listed: ["brand", "name"],
  read: allSeriesRows,
  check: checkBrands,
  inUse: seriesInUse,
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed) await (before ? renameSeries(db, before, row.name) : insertSeries(db, row));
    for (const row of removed) await deleteSeries(db, row);
  },
});

async function checkBrands(db: Tx, { after }: Plan<SeriesFileRow>): Promise<Complaint[]> {
  const brands = new Set((await allBrandRows(db)).map((row) => row.slug));
  return after.flatMap(({ line, row }) =>
    line === undefined || brands.has(row.brand)
      ? []
      : [{ line, column: "brand", reason: `there is no brand "${row.brand}"` }],
  );
}
