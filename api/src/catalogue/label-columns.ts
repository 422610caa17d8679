import { column } from "../platform/data-file.ts";
import { matching, oneOf, text, wholeNumber } from "../platform/file-values.ts";
import { DEFAULT_THEME_COLOR, themeColors } from "../platform/theme-colors.ts";

/** A part of an address of the storefront, such as /tags/sakura. */
export const slug = column(matching(/^[a-z0-9-]{1,100}$/, "up to 100 small Latin letters, digits and hyphens"));
export const name = column(text(1, 200));
export const position = column(wholeNumber(0), { initial: 0 });
export const themeColor = column(oneOf<string>(...themeColors), { initial: DEFAULT_THEME_COLOR });
