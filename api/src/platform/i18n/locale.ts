export const locales = ["ru-RU", "en-US"] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = "ru-RU";

export function getAlternateLocale(locale: Locale): Locale {
  return locale === "ru-RU" ? "en-US" : "ru-RU";
}

/** Adds the locale's prefix to a path of the storefront, if the locale strategy uses prefixes. */
export function localizePath(path: string, locale: Locale, strategy: "prefix_except_default" | "no_prefix"): string {
  if (strategy === "no_prefix" || locale === defaultLocale) return path;
  return path === "/" ? `/${locale}` : `/${locale}${path}`;
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

/** Adds the locale's prefix to a path in emails and notifications; a store without prefixes redirects it. */
export function addLocalePrefix(locale: Locale, path: string): string {
  return locale === defaultLocale ? path : `/${locale}${path}`;
}
