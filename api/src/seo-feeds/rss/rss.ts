import type { Db } from "../../platform/db/database.ts";
import { getStoreName } from "../../platform/store-profile/store-name.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { type FeedPost, listNewestPosts } from "./rss-sql.ts";
import { getPageUrl, getImageUrl, type Site } from "../site.ts";
import { renderElement, escapeXml } from "../xml.ts";

/** The posts of a kind in one language. */
export type RssFeed = { locale: Locale; kind: "blog" | "news" };

const MAX_POSTS = 30;
const languages: Record<string, Locale> = { ru: "ru-RU", en: "en-US" };

/**
 * Parses a file name such as `ru-blog.xml`.
 * @returns null if there is no such feed.
 */
export function parseRssFileName(name: string): RssFeed | null {
  const [, language = "", kind] = /^(ru|en)-(blog|news)\.xml$/.exec(name) ?? [];
  const locale = languages[language];
  return locale && (kind === "blog" || kind === "news") ? { locale, kind } : null;
}

/** Generates an RSS 2.0 feed of the newest posts of a kind in one language. */
export async function* generateRss(db: Db, site: Site, { locale, kind }: RssFeed, now: Date): AsyncGenerator<string> {
  const posts = await listNewestPosts(db, kind, locale, now, MAX_POSTS);
  const shop = await getStoreName(db, locale);
  yield [
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0">\n<channel>\n`,
    renderElement("title", formatMessage(locale, `rss_${kind}`, { shop })),
    renderElement("link", getPageUrl(site, `/${kind}`, locale)),
    renderElement("description", formatMessage(locale, `rss_${kind}_text`)),
    renderElement("language", locale.slice(0, 2)),
    ...posts.map((post) => renderItem(site, kind, locale, post)),
    "</channel>\n</rss>\n",
  ].join("");
}

function renderItem(
  site: Site,
  kind: string,
  locale: Locale,
  { slug, title, lead, published_at, cover }: FeedPost,
): string {
  const link = getPageUrl(site, `/${kind}/${encodeURIComponent(slug)}`, locale);
  return [
    "\n<item>",
    renderElement("title", title),
    renderElement("link", link),
    renderElement("guid", link),
    renderElement("pubDate", published_at.toUTCString()),
    renderElement("description", lead),
    // The length is mandatory; 0 means unknown.
    ...(cover ? [`<enclosure url="${escapeXml(getImageUrl(site, cover))}" length="0" type="image/jpeg"/>`] : []),
    "</item>\n",
  ].join("");
}
