import type { Config } from "../platform/config.ts";
import { localizedPath, type Locale, locales } from "../platform/locale.ts";
import { mediaAddress, widthsOf } from "../platform/media.ts";

/** Where the shop is, as others see it. */
export type Site = Pick<Config, "publicUrl" | "localeStrategy">;

/** Pictures for others are as large as this, where the original is. */
const PICTURE_WIDTH = 1200;

/** The address of a page. @param path without locale prefix. */
export function pageAddress({ publicUrl, localeStrategy }: Site, path: string, locale: Locale): string {
  return publicUrl + localizedPath(path, locale, localeStrategy);
}

/** The address of a picture in the form that everybody reads. */
export function pictureAddress({ publicUrl }: Site, { key, width }: { key: string; width: number }): string {
  const shown = widthsOf({ width }).findLast((one) => one <= PICTURE_WIDTH) ?? 160;
  return publicUrl + mediaAddress(key, shown, "jpg");
}

/** The languages that have addresses of their own. */
export function addressedLocales({ localeStrategy }: Site): readonly Locale[] {
  return localeStrategy === "no_prefix" ? ["ru-RU"] : locales;
}
