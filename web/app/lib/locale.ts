export const locales = ["ru-RU", "en-US"] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = "ru-RU";

/** `prefix_except_default`: /cart is Russian, /en-US/cart English; `no_prefix`: the cookie decides. */
export type LocaleStrategy = "prefix_except_default" | "no_prefix";

const prefixes: Record<Locale, string> = { "ru-RU": "", "en-US": "/en-US" };

export function isLocale(value: unknown): value is Locale {
  return locales.includes(value as Locale);
}

export function otherLocale(locale: Locale): Locale {
  return locale === "ru-RU" ? "en-US" : "ru-RU";
}

/** The locale that an address names, in any case, and the address without it. */
export function splitPath(pathname: string): { locale: Locale; path: string } {
  const [prefix] = /^\/en-US(?=\/|$)/i.exec(pathname) ?? [];
  if (prefix === undefined) return { locale: "ru-RU", path: pathname };
  return { locale: "en-US", path: pathname.slice(prefix.length) || "/" };
}

/** Puts the locale's prefix before a path of this site (`/cart?x=1` -> `/en-US/cart?x=1`). Other addresses stay as they are. */
export function localizedPath(path: string, locale: Locale, strategy: LocaleStrategy): string {
  const prefix = strategy === "no_prefix" ? "" : prefixes[locale];
  if (prefix === "" || !path.startsWith("/") || path.startsWith("//")) return path;
  if (path === "/") return prefix;
  return path.startsWith("/?") || path.startsWith("/#") ? prefix + path.slice(1) : prefix + path;
}

/** The locale asked for by Accept-Language: the first of ours by weight, null where none is named. */
export function preferredLocale(acceptLanguage: string | null): Locale | null {
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...params] = part.trim().split(";");
      const weight = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find((q) => q !== undefined);
      return { language: tag.toLowerCase().split("-")[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter((tag) => tag.weight > 0 && (tag.language === "ru" || tag.language === "en"))
    .sort((a, b) => b.weight - a.weight)[0];
  if (!wanted) return null;
  return wanted.language === "en" ? "en-US" : "ru-RU";
}
