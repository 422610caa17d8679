export const locales = ["ru-RU", "en-US"] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = "ru-RU";

/** `prefix_except_default`: /cart is Russian, /en-US/cart is English; `no_prefix`: the cookie determines the locale. */
export type LocaleStrategy = "prefix_except_default" | "no_prefix";

const prefixes: Record<Locale, string> = { "ru-RU": "", "en-US": "/en-US" };

export function isLocale(value: unknown): value is Locale {
  return locales.includes(value as Locale);
}

export function getAlternateLocale(locale: Locale): Locale {
  return locale === "ru-RU" ? "en-US" : "ru-RU";
}

/** The locale of a path, matched case-insensitively, and the path without the locale prefix. */
export function splitPath(pathname: string): { locale: Locale; path: string } {
  const [prefix] = /^\/en-US(?=\/|$)/i.exec(pathname) ?? [];
  if (prefix === undefined) return { locale: "ru-RU", path: pathname };
  return { locale: "en-US", path: pathname.slice(prefix.length) || "/" };
}

/**
 * Adds the locale prefix to a path of this site (`/cart?x=1` -> `/en-US/cart?x=1`). Other URLs are returned unchanged.
 */
export function localizePath(path: string, locale: Locale, strategy: LocaleStrategy): string {
  const prefix = strategy === "no_prefix" ? "" : prefixes[locale];
  if (prefix === "" || !path.startsWith("/") || path.startsWith("//")) return path;
  if (path === "/") return prefix;
  return path.startsWith("/?") || path.startsWith("/#") ? prefix + path.slice(1) : prefix + path;
}

/** The supported locale that Accept-Language prefers by weight; null if it names none. */
export function parsePreferredLocale(acceptLanguage: string | null): Locale | null {
  const preferred = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...params] = part.trim().split(";");
      const weight = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find((q) => q !== undefined);
      return { language: tag.toLowerCase().split("-")[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter((tag) => tag.weight > 0 && (tag.language === "ru" || tag.language === "en"))
    .sort((a, b) => b.weight - a.weight)[0];
  if (!preferred) return null;
  return preferred.language === "en" ? "en-US" : "ru-RU";
}
