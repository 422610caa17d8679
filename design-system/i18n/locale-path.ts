import type { Locale } from "./locale.ts";

/** `prefix_except_default`: /cart is Russian, /en-US/cart is English; `no_prefix`: the cookie determines the locale. */
export type LocaleStrategy = "prefix_except_default" | "no_prefix";

const prefixes: Record<Locale, string> = { "ru-RU": "", "en-US": "/en-US" };

/** The locale of a path, matched case-insensitively, and the path without the locale prefix. */
export function splitPath(pathname: string): { locale: Locale; path: string } {
  const [prefix] = /^\/en-US(?=\/|$)/i.exec(pathname) ?? [];
  if (prefix === undefined) return { locale: "ru-RU", path: pathname };
  return { locale: "en-US", path: pathname.slice(prefix.length) || "/" };
}

/**
 * Adds the locale prefix to a path of this site (`/cart?x=1` -> `/en-US/cart?x=1`). Other URLs are returned unchanged.
 * Stored notifications always use `prefix_except_default`: a store without prefixes redirects their paths.
 */
export function localizePath(path: string, locale: Locale, strategy: LocaleStrategy): string {
  const prefix = strategy === "no_prefix" ? "" : prefixes[locale];
  if (prefix === "" || !path.startsWith("/") || path.startsWith("//")) return path;
  if (path === "/") return prefix;
  return path.startsWith("/?") || path.startsWith("/#") ? prefix + path.slice(1) : prefix + path;
}
