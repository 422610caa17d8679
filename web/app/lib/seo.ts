import type { FrontConfig } from "@furoshiki/api/front";
import type { MetaDescriptor } from "react-router";
import { localizedPath, locales, splitPath, type Locale, type LocaleStrategy } from "./locale.ts";

export type PageFacts = {
  title: string;
  description?: string;
  /** Path without the locale's prefix of the page that search engines should keep; the page's own by default. */
  canonical?: string;
  /** Not to be kept by search engines; its links still count. */
  noindex?: boolean;
  /** Locales that have this page. */
  inLocales?: readonly Locale[];
  /** The picture of its link, of one size. */
  share?: string;
  /** Path of the RSS feed of what the page lists. */
  feed?: string;
  type?: "website" | "product" | "article";
  /** The words of the title are all there: the shop's name is not added. */
  wholeTitle?: boolean;
  /** schema.org objects. */
  jsonLd?: readonly object[];
};

/** The RSS feed of the blog or the news in a language. */
export function feedPath(kind: "blog" | "news", locale: Locale): string {
  return `/feeds/${languages[locale]}-${kind}.xml`;
}

/** Languages, not regions: Russian is read far beyond Russia. */
const languages: Record<Locale, string> = { "ru-RU": "ru", "en-US": "en" };

type Known = { locale: Locale; strategy: LocaleStrategy; publicUrl: string; config: FrontConfig };
type Matches = ReadonlyArray<{ id: string; loaderData?: unknown } | undefined>;

/** What the root loader knows, as `meta` functions see it. Null where it failed. */
export function knownTo(matches: Matches): Known | null {
  return (matches.find((match) => match?.id === "root")?.loaderData as Known | undefined) ?? null;
}

/** The page's own words, where somebody made them by hand; they win over the pattern's. */
export function ownWords(
  head: { title: string | null; description: string | null } | null,
  pattern: { title: string; description: string },
): Pick<PageFacts, "title" | "description" | "wholeTitle"> {
  const title = head?.title ?? null;
  return {
    title: title ?? pattern.title,
    description: head?.description ?? pattern.description,
    wholeTitle: title !== null,
  };
}

/** Title, description, canonical address, the other language's twin, Open Graph and structured data of a page. */
export function describePage(
  known: Known | null,
  location: { pathname: string; search: string },
  facts: PageFacts,
): MetaDescriptor[] {
  if (!known) return [{ title: facts.title }];
  const { locale, strategy, publicUrl } = known;
  const site = known.config.shop.name;
  const path = facts.canonical ?? splitPath(location.pathname).path;
  const address = (target: Locale) => publicUrl + localizedPath(path, target, strategy);
  const title = facts.wholeTitle ? facts.title : `${facts.title} — ${site}`;
  const twins = strategy === "no_prefix" || facts.noindex ? [] : (facts.inLocales ?? locales);
  return [
    { title },
    ...(facts.description ? [{ name: "description", content: facts.description }] : []),
    ...(facts.noindex ? [{ name: "robots", content: "noindex, follow" }] : []),
    { tagName: "link", rel: "canonical", href: address(locale) },
    ...twins.map((twin) => ({ tagName: "link", rel: "alternate", hrefLang: languages[twin], href: address(twin) })),
    ...(twins.length > 1 ? [{ tagName: "link", rel: "alternate", hrefLang: "x-default", href: address("ru-RU") }] : []),
    ...(facts.feed
      ? [{ tagName: "link", rel: "alternate", type: "application/rss+xml", href: publicUrl + facts.feed, title }]
      : []),
    { property: "og:site_name", content: site },
    { property: "og:type", content: facts.type ?? "website" },
    { property: "og:title", content: facts.title },
    ...(facts.description ? [{ property: "og:description", content: facts.description }] : []),
    { property: "og:url", content: address(locale) },
    ...[locale, ...twins.filter((twin) => twin !== locale)].map((one, at) => ({
      property: at === 0 ? "og:locale" : "og:locale:alternate",
      content: one.replace("-", "_"),
    })),
    ...(facts.share
      ? [
          { property: "og:image", content: publicUrl + facts.share },
          { property: "og:image:width", content: "1200" },
          { property: "og:image:height", content: "630" },
          { property: "og:image:alt", content: facts.title },
          { name: "twitter:card", content: "summary_large_image" },
        ]
      : []),
    ...(facts.jsonLd ?? []).map((thing) => ({ "script:ld+json": thing as never })),
  ];
}
