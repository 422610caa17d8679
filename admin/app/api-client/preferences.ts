import { createCookie } from "react-router";
import { defaultLocale, isLocale, parsePreferredLocale, type Locale } from "@furoshiki/design-system/i18n/locale.ts";

const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

/** Whether a value is a theme. */
export function isTheme(value: unknown): value is Theme {
  return themes.includes(value as Theme);
}

export type Preferences = Readonly<{
  locale: Locale;
  theme: Theme;
  /** Whether the navigation of a desktop shows icons only. */
  isNavigationCollapsed: boolean;
}>;

const YEAR_SECONDS = 365 * 86_400;
const cookie = createCookie("admin_preferences", {
  path: "/admin",
  maxAge: YEAR_SECONDS,
  httpOnly: true,
  sameSite: "lax",
});

/**
 * Reads the preferences of a browser from its cookie. By default the language is the preferred one of the
 * Accept-Language header, and the theme that of the operating system.
 */
export async function readPreferences({ headers }: Request): Promise<Preferences> {
  const stored = (await cookie.parse(headers.get("cookie"))) as Partial<Record<keyof Preferences, unknown>> | null;
  return {
    locale: isLocale(stored?.locale)
      ? stored.locale
      : (parsePreferredLocale(headers.get("accept-language")) ?? defaultLocale),
    theme: isTheme(stored?.theme) ? stored.theme : "system",
    isNavigationCollapsed: stored?.isNavigationCollapsed === true,
  };
}

/** Returns a Set-Cookie header that keeps the preferences for a year. */
export function serializePreferences(preferences: Preferences, secure: boolean): Promise<string> {
  return cookie.serialize(preferences, { secure });
}
