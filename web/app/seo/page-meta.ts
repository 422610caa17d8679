import type { StoreConfig } from "@furoshiki/api/store-config";
import type { MetaDescriptor } from "react-router";
import { locales, type Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { localizePath, splitPath, type LocaleStrategy } from "@furoshiki/design-system/i18n/locale-path.ts";

export type PageMeta = {
  title: string;
  description?: string;
  /** The path, without the locale prefix, of the page that search engines should index; by default the page's own. */
  canonical?: string;
  /** Whether search engines should not index the page; its links are still followed. */
  noindex?: boolean;
  /** The locales in which this page exists; all by default. */
  inLocales?: readonly Locale[];
  /** The path of the Open Graph image, 1200×630 pixels. */
  share?: string;
  /** The path of the RSS feed of the page's list. */
  feed?: string;
  type?: "website" | "product" | "article";
  /** Whether the title is complete: the store's name is not appended. */
  isCompleteTitle?: boolean;
  /** schema.org objects for JSON-LD. */
  jsonLd?: readonly object[];
};

/** The path of the RSS feed of the blog or the news in a locale. */
export function getFeedPath(kind: "blog" | "news", locale: Locale): string {
  return `/feeds/${languageByLocale[locale]}-${kind}.xml`;
}

/** Languages without a region for `hreflang`: Russian is read far beyond Russia. */
const languageByLocale: Record<Locale, string> = { "ru-RU": "ru", "en-US": "en" };

type StoreData = { locale: Locale; strategy: LocaleStrategy; publicUrl: string; config: StoreConfig };
type Matches = ReadonlyArray<{ id: string; loaderData?: unknown } | undefined>;

/** The root loader data for `meta` functions; null if the root loader failed. */
export function findRootData(matches: Matches): StoreData | null {
  return (matches.find((match) => match?.id === "root")?.loaderData as StoreData | undefined) ?? null;
}

/** Applies the title and description that staff entered for a page; they override the generated ones. */
export function applySeoOverrides(
  seo: { title: string | null; description: string | null } | null,
  pattern: { title: string; description: string },
): Pick<PageMeta, "title" | "description" | "isCompleteTitle"> {
  const title = seo?.title ?? null;
  return {
    title: title ?? pattern.title,
    description: seo?.description ?? pattern.description,
    isCompleteTitle: title !== null,
  };
}

/** Builds a page's meta tags: title, description, canonical URL, alternate locales, Open Graph and structured data. */
export function buildPageMeta(
  rootData: StoreData | null,
  location: { pathname: string; search: string },
  meta: PageMeta,
): MetaDescriptor[] {
  if (!rootData) return [{ title: meta.title }];
  const { locale, strategy, publicUrl } = rootData;
  const storeName = rootData.config.shop.name;
  const path = meta.canonical ?? splitPath(location.pathname).path;
  const getUrl = (target: Locale) => publicUrl + localizePath(path, target, strategy);
  const title = meta.isCompleteTitle ? meta.title : `${meta.title} — ${storeName}`;
  const alternateLocales = strategy === "no_prefix" || meta.noindex ? [] : (meta.inLocales ?? locales);
  return [
    { title },
    ...(meta.description ? [{ name: "description", content: meta.description }] : []),
    ...(meta.noindex ? [{ name: "robots", content: "noindex, follow" }] : []),
    { tagName: "link", rel: "canonical", href: getUrl(locale) },
    ...alternateLocales.map((alternate) => ({
      tagName: "link",
      rel: "alternate",
      hrefLang: languageByLocale[alternate],
      href: getUrl(alternate),
    })),
    ...(alternateLocales.length > 1
      ? [{ tagName: "link", rel: "alternate", hrefLang: "x-default", href: getUrl("ru-RU") }]
      : []),
    ...(meta.feed
      ? [{ tagName: "link", rel: "alternate", type: "application/rss+xml", href: publicUrl + meta.feed, title }]
      : []),
    { property: "og:site_name", content: storeName },
    { property: "og:type", content: meta.type ?? "website" },
    { property: "og:title", content: meta.title },
    ...(meta.description ? [{ property: "og:description", content: meta.description }] : []),
    { property: "og:url", content: getUrl(locale) },
    ...[locale, ...alternateLocales.filter((alternate) => alternate !== locale)].map((ogLocale, index) => ({
      property: index === 0 ? "og:locale" : "og:locale:alternate",
      content: ogLocale.replace("-", "_"),
    })),
    ...(meta.share
      ? [
          { property: "og:image", content: publicUrl + meta.share },
          { property: "og:image:width", content: "1200" },
          { property: "og:image:height", content: "630" },
          { property: "og:image:alt", content: meta.title },
          { name: "twitter:card", content: "summary_large_image" },
        ]
      : []),
    ...(meta.jsonLd ?? []).map((jsonLd) => ({ "script:ld+json": jsonLd as never })),
  ];
}
