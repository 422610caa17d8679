import type { SeoTextsByLocale } from "./seo.ts";

/** The title and the description of a page in search results, in both languages; null or empty to generate them. */
export type SeoFields = Readonly<Record<`seo_${"title" | "description"}_${"ru" | "en"}`, string | null>>;

/** Returns the texts that are stored. A language without title and description has no entry. */
export function buildSeoTexts(fields: SeoFields): SeoTextsByLocale {
  const build = (title: string | null, description: string | null) => ({
    ...(title ? { title } : {}),
    ...(description ? { description } : {}),
  });
  const entries = [
    ["ru-RU", build(fields.seo_title_ru, fields.seo_description_ru)],
    ["en-US", build(fields.seo_title_en, fields.seo_description_en)],
  ] as const;
  return Object.fromEntries(entries.filter(([, texts]) => Object.keys(texts).length > 0));
}
