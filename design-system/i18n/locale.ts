export const locales = ["ru-RU", "en-US"] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = "ru-RU";

/** Whether a value is a supported locale. */
export function isLocale(value: unknown): value is Locale {
  return locales.includes(value as Locale);
}

/** Returns the other of the two locales. */
export function getAlternateLocale(locale: Locale): Locale {
  return locale === "ru-RU" ? "en-US" : "ru-RU";
}

/** Returns the supported locale that an Accept-Language header prefers by weight; null if it names none. */
export function parsePreferredLocale(acceptLanguage: string | null | undefined): Locale | null {
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
