import type { Config } from "../config.ts";
import { defaultLocale, type Locale } from "./locale.ts";

/**
 * Returns the path of a page of the store in a locale, for links from outside of the storefront: emails and
 * notifications.
 */
export function getLocalizedStorePath(
  { localeStrategy }: Pick<Config, "localeStrategy">,
  locale: Locale,
  path: string,
): string {
  return localeStrategy === "no_prefix" || locale === defaultLocale ? path : `/${locale}${path}`;
}
