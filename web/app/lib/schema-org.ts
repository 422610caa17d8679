import { localizedPath, type Locale, type LocaleStrategy } from "./locale.ts";

type Known = { locale: Locale; strategy: LocaleStrategy; publicUrl: string };

/** schema.org BreadcrumbList of names and paths without the locale's prefix. */
export function breadcrumbList(known: Known, crumbs: ReadonlyArray<{ name: string; path: string }>): object {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ name, path }, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      item: known.publicUrl + localizedPath(path, known.locale, known.strategy),
    })),
  };
}
