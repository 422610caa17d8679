import type { Locale } from "../../platform/i18n/locale.ts";
import type { SeoTexts } from "./seo-sql.ts";

export type SeoTextsByLocale = Partial<Record<Locale, SeoTexts>>;

/** Returns the custom meta title and description for a locale; null if they are generated from a pattern. */
export function getSeoTexts(
  textsByLocale: SeoTextsByLocale,
  locale: Locale,
): { title: string | null; description: string | null } | null {
  const texts = textsByLocale[locale];
  return texts ? { title: texts.title ?? null, description: texts.description ?? null } : null;
}
