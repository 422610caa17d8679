import { defineColumn, defineDataFile, defineImageColumn } from "../../platform/data-files/data-file.ts";
import {
  patternParser,
  parseIsoDateTime,
  enumParser,
  nullableParser,
  rejectField,
  textParser,
  integerParser,
} from "../../platform/data-files/field-parsers.ts";
import { locales } from "../../platform/i18n/locale.ts";
import { themeColors } from "../../branding/schema.ts";
import { listBannerFileRows, type BannerFileRow, deleteBanner, insertBanner, updateBanner } from "./banner-file-sql.ts";
import { normalizePath } from "../redirects/normalize-path.ts";

const optionalText = defineColumn(textParser(0, 300), { initial: "" });
const imageColumn = defineImageColumn(textParser(1, 2000));
const optionalTime = defineColumn(
  nullableParser((field: string) => new Date(parseIsoDateTime(field))),
  { initial: null },
);

/** Parses a path of the storefront, with an optional query and fragment. */
const parseStorefrontPath = (field: string): string => {
  const [pathname = ""] = field.split(/[?#]/);
  return normalizePath(pathname) !== null && !/[\s\\]/.test(field)
    ? field
    : rejectField("a path of the storefront without language, such as /category/kremy");
};

export const bannerFile = defineDataFile({
  name: "banners",
  noun: "banner",
  summary: "the banners of the home page with texts, images and display period",
  columns: {
    name: defineColumn(patternParser(/^[a-z0-9-]{1,60}$/, "up to 60 lowercase Latin letters, digits and hyphens")),
    locale: defineColumn(enumParser(...locales)),
    place: defineColumn<BannerFileRow["place"]>(enumParser("hero", "side", "wide")),
    position: defineColumn(integerParser(0), { initial: 0 }),
    eyebrow: optionalText,
    title: defineColumn(textParser(1, 200)),
    text: optionalText,
    action: optionalText,
    href: defineColumn(parseStorefrontPath),
    theme_color: defineColumn(enumParser<string>(...themeColors)),
    wide_image: imageColumn,
    narrow_image: imageColumn,
    starts_at: optionalTime,
    ends_at: optionalTime,
  },
  key: ["name", "locale"],
  renamableColumn: "name",
  listColumns: ["name", "locale", "place", "position", "title", "href", "starts_at", "ends_at"],
  read: listBannerFileRows,
  check: (_db, { changed }) =>
    changed
      .filter(({ row }) => row.starts_at !== null && row.ends_at !== null && row.ends_at <= row.starts_at)
      .map(({ line }) => ({ line, column: "ends_at", reason: "must be after starts_at" })),
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed) await (before ? updateBanner(db, before, row) : insertBanner(db, row));
    for (const row of removed) await deleteBanner(db, row);
  },
});
