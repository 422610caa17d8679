import type { Config } from "../config.ts";
import { getLocalePrefix, type Locale } from "./locale.ts";

/** Returns the absolute URL of a path of the store, such as `/profile/orders`, in a locale. */
export function getStoreUrl(config: Config, locale: Locale, path: string): string {
  return config.publicUrl + getLocalePrefix(locale, config.localeStrategy) + path;
}
