import { column, dataFile, pictureColumn } from "../platform/data-file.ts";
import { matching, moment, oneOf, orNull, reject, text, wholeNumber } from "../platform/file-values.ts";
import { locales } from "../platform/locale.ts";
import { themeColors } from "../platform/theme-colors.ts";
import { allBannerRows, type BannerFileRow, deleteBanner, insertBanner, updateBanner } from "./banner-sql.ts";
import { plainPath } from "./redirects.ts";

const words = column(text(0, 300), { initial: "" });
const picture = pictureColumn(text(1, 2000));
const time = column(
  orNull((field: string) => new Date(moment(field))),
  { initial: null },
);

/** A path of the storefront, which may have a query and a fragment. */
const path = (field: string): string => {
  const [plain = ""] = field.split(/[?#]/);
  return plainPath(plain) !== null && !/[\s\\]/.test(field)
    ? field
    : reject("a path of the storefront without language, such as /category/kremy");
};

export const bannerFile = dataFile({
  name: "banners",
  noun: "banner",
  summary: "the banners of the home page with texts, pictures and the time in which they are shown",
  columns: {
    name: column(matching(/^[a-z0-9-]{1,60}$/, "up to 60 small Latin letters, digits and hyphens")),
    locale: column(oneOf(...locales)),
    place: column<BannerFileRow["place"]>(oneOf("hero", "side", "wide")),
    position: column(wholeNumber(0), { initial: 0 }),
    eyebrow: words,
    title: column(text(1, 200)),
    text: words,
    action: words,
    href: column(path),
    theme_color: column(oneOf<string>(...themeColors)),
    wide: picture,
    narrow: picture,
    starts_at: time,
    ends_at: time,
  },
  key: ["name", "locale"],
  renames: "name",
  listed: ["name", "locale", "place", "position", "title", "href", "starts_at", "ends_at"],
  read: allBannerRows,
  check: (_db, { changed }) =>
    changed
      .filter(({ row }) => row.starts_at !== null && row.ends_at !== null && row.ends_at <= row.starts_at)
      .map(({ line }) => ({ line, column: "ends_at", reason: "must be after starts_at" })),
  write: async (db, { changed, removed }) => {
    for (const { row, before } of changed) await (before ? updateBanner(db, before, row) : insertBanner(db, row));
    for (const row of removed) await deleteBanner(db, row);
  },
});
