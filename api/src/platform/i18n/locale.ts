export const locales = ["ru-RU", "en-US"] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = "ru-RU";

export function getAlternateLocale(locale: Locale): Locale {
  return locale === "ru-RU" ? "en-US" : "ru-RU";
}

type LocaleStrategy = "prefix_except_default" | "no_prefix";

/** Returns what precedes the paths of the storefront in a locale: `/en-US`, or an empty string. */
export function getLocalePrefix(locale: Locale, strategy: LocaleStrategy): string {
  return strategy === "no_prefix" || locale === defaultLocale ? "" : `/${locale}`;
}

/**
 * Adds the locale's prefix to a path of the storefront, if the locale strategy uses prefixes. Stored notifications
 * always use `prefix_except_default`: a store without prefixes redirects their paths.
 */
export function localizePath(path: string, locale: Locale, strategy: LocaleStrategy): string {
  const prefix = getLocalePrefix(locale, strategy);
  return path === "/" && prefix !== "" ? prefix : prefix + path;
}

/** Returns the preferred supported locale of an `Accept-Language` header; Russian if it names none. */
export function getPreferredLocale(acceptLanguage: string | undefined): Locale {
  const preferred = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...params] = part.trim().split(";");
      const weight = params.map((p) => /^\s*q=([\d.]+)$/.exec(p)?.[1]).find((q) => q !== undefined);
      return { language: tag.toLowerCase().split("-")[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter((tag) => tag.weight > 0 && (tag.language === "ru" || tag.language === "en"))
    .sort((a, b) => b.weight - a.weight)[0];
  return preferred?.language === "en" ? "en-US" : defaultLocale;
}
