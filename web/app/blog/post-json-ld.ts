import type { StoreConfig } from "@furoshiki/api/store-config";
import type { Post, PostKind } from "@furoshiki/api/blog";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { localizePath, type LocaleStrategy } from "@furoshiki/design-system/i18n/locale-path.ts";

type StoreData = { locale: Locale; strategy: LocaleStrategy; publicUrl: string; config: Pick<StoreConfig, "shop"> };

/** Creates a schema.org `Article`, or `NewsArticle` for news. `path` is without locale prefix. */
export function createPostJsonLd(
  rootData: StoreData,
  kind: PostKind,
  path: string,
  post: Pick<Post, "title" | "lead" | "cover" | "published_at">,
): object {
  const organization = { "@type": "Organization", name: rootData.config.shop.name, url: rootData.publicUrl };
  return {
    "@context": "https://schema.org",
    "@type": kind === "news" ? "NewsArticle" : "Article",
    headline: post.title,
    description: post.lead,
    ...(post.cover ? { image: [rootData.publicUrl + post.cover.src] } : {}),
    datePublished: post.published_at,
    inLanguage: rootData.locale,
    mainEntityOfPage: rootData.publicUrl + localizePath(path, rootData.locale, rootData.strategy),
    author: organization,
    publisher: organization,
  };
}
