import { localizePath } from "../../../../design-system/i18n/locale-path.ts";
import type { Config } from "../config.ts";
import type { Locale } from "./locale.ts";

/** Returns the absolute URL of a path of the store, such as `/profile/orders`, in a locale. */
export function getStoreUrl(config: Config, locale: Locale, path: string): string {
  return config.publicUrl + localizePath(path, locale, config.localeStrategy);
}
