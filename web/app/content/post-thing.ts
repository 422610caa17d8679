import type { FrontConfig } from "@furoshiki/api/front";
import type { Post, PostKind } from "@furoshiki/api/journal";
import { localizedPath, type Locale, type LocaleStrategy } from "../lib/locale.ts";

type Known = { locale: Locale; strategy: LocaleStrategy; publicUrl: string; config: Pick<FrontConfig, "shop"> };

/** schema.org Article, for news NewsArticle. `path` is without the locale's prefix. */
export function postThing(
  known: Known,
  kind: PostKind,
  path: string,
  post: Pick<Post, "title" | "lead" | "cover" | "published_at">,
): object {
  const shop = { "@type": "Organization", name: known.config.shop.name, url: known.publicUrl };
  return {
    "@context": "https://schema.org",
    "@type": kind === "news" ? "NewsArticle" : "Article",
    headline: post.title,
    description: post.lead,
    ...(post.cover ? { image: [known.publicUrl + post.cover.src] } : {}),
    datePublished: post.published_at,
    inLanguage: known.locale,
    mainEntityOfPage: known.publicUrl + localizedPath(path, known.locale, known.strategy),
    author: shop,
    publisher: shop,
  };
}
