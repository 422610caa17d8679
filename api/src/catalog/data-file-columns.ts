import { defineColumn } from "../platform/data-files/data-file.ts";
import { patternParser, enumParser, textParser, integerParser } from "../platform/data-files/field-parsers.ts";
import { DEFAULT_THEME_COLOR, themeColors } from "../branding/schema.ts";

/** A segment of a storefront URL path, such as `sakura` in /tags/sakura. */
export const slug = defineColumn(
  patternParser(/^[a-z0-9-]{1,100}$/, "up to 100 lowercase Latin letters, digits and hyphens"),
);
export const name = defineColumn(textParser(1, 200));
export const position = defineColumn(integerParser(0), { initial: 0 });
export const themeColor = defineColumn(enumParser<string>(...themeColors), { initial: DEFAULT_THEME_COLOR });
