export const locales = ["ru-RU", "en-US"] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = "ru-RU";

export function otherLocale(locale: Locale): Locale {
  return locale === "ru-RU" ? "en-US" : "ru-RU";
}

/** Puts the locale's prefix before a path of the storefront, where locales have addresses of their own. */
export function localizedPath(path: string, locale: Locale, strategy: "prefix_except_default" | "no_prefix"): string {
  if (strategy === "no_prefix" || locale === defaultLocale) return path;
  return path === "/" ? `/${locale}` : `/${locale}${path}`;
}

/** The locale asked for by Accept-Language: the first of ours by weight, Russian where none is named (spec §2). */
export function localeFrom(acceptLanguage: string | undefined): Locale {
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...params] = part.trim().split(";");
      const weight = params.map((p) => /^\s*q=([\d.]+)$/.exec(p)?.[1]).find((q) => q !== undefined);
      return { language: tag.toLowerCase().split("-")[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter((tag) => tag.weight > 0 && (tag.language === "ru" || tag.language === "en"))
    .sort((a, b) => b.weight - a.weight)[0];
  return wanted?.language === "en" ? "en-US" : defaultLocale;
}

/** A path of the storefront in a locale, as letters and notifications lead to it; with one address for all locales it redirects. */
export function localePath(locale: Locale, path: string): string {
  return locale === defaultLocale ? path : `/${locale}${path}`;
}
