import type { Config } from "../platform/config.ts";
import { localizePath } from "../../../design-system/i18n/locale-path.ts";
import { type Locale, locales } from "../platform/i18n/locale.ts";
import { getMediaPath, getAvailableWidths } from "../platform/media/image-urls.ts";

/** The public URL of the shop and its locale strategy. */
export type Site = Pick<Config, "publicUrl" | "localeStrategy">;

/** Maximum width of images in feeds, in pixels. */
const MAX_IMAGE_WIDTH = 1200;

/**
 * Returns the absolute URL of a page.
 * @param path without locale prefix.
 */
export function getPageUrl({ publicUrl, localeStrategy }: Site, path: string, locale: Locale): string {
  return publicUrl + localizePath(path, locale, localeStrategy);
}

/** Returns the absolute URL of an image as JPEG, which every client supports. */
export function getImageUrl({ publicUrl }: Site, { key, width }: { key: string; width: number }): string {
  const imageWidth = getAvailableWidths({ width }).findLast((one) => one <= MAX_IMAGE_WIDTH) ?? 160;
  return publicUrl + getMediaPath(key, imageWidth, "jpg");
}

/** Returns the locales that have URLs of their own. */
export function getIndexedLocales({ localeStrategy }: Site): readonly Locale[] {
  return localeStrategy === "no_prefix" ? ["ru-RU"] : locales;
}
