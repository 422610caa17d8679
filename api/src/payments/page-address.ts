import type { Config } from "../platform/config.ts";
import type { Locale } from "../platform/locale.ts";

/** A page of the storefront as letters and other sites lead to it. @param path begins with a slash */
export function pageAddress({ publicUrl, localeStrategy }: Config, locale: Locale, path: string): string {
  const prefix = localeStrategy === "no_prefix" || locale === "ru-RU" ? "" : `/${locale}`;
  return `${publicUrl}${prefix}${path}`;
}
