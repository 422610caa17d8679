import type { Config } from "./config.ts";
import { defaultLocale, type Locale } from "./locale.ts";

/** The address of a page of the shop in a language, for what leads there from outside of it: letters, notifications. */
export function pathIn({ localeStrategy }: Pick<Config, "localeStrategy">, locale: Locale, path: string): string {
  return localeStrategy === "no_prefix" || locale === defaultLocale ? path : `/${locale}${path}`;
}
