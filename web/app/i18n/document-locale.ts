import { defaultLocale, isLocale, type Locale } from "@furoshiki/design-system/i18n/locale.ts";

/** Returns the locale of the page, for code outside of components. */
export function getDocumentLocale(): Locale {
  const { lang } = document.documentElement;
  return isLocale(lang) ? lang : defaultLocale;
}
