import type { Db } from "../platform/db.ts";
import { shopNameIn } from "../platform/identity.ts";
import type { Locale } from "../platform/locale.ts";
import { text } from "../platform/texts.ts";
import { type FeedPost, newestPosts } from "./rss-sql.ts";
import { pageAddress, pictureAddress, type Site } from "./site.ts";
import { element, escaped } from "./xml.ts";

export type RssFeed = { locale: Locale; kind: "blog" | "news" };

const POSTS = 30;
const languages: Record<string, Locale> = { ru: "ru-RU", en: "en-US" };

/** What a file name asks for (`ru-blog.xml`), null where no list of posts is called so. */
export function readRssName(name: string): RssFeed | null {
  const [, language = "", kind] = /^(ru|en)-(blog|news)\.xml$/.exec(name) ?? [];
  const locale = languages[language];
  return locale && (kind === "blog" || kind === "news") ? { locale, kind } : null;
}

/** The newest posts of a kind in one language, as feed readers take them (RSS 2.0). */
export async function* rssFeed(db: Db, site: Site, { locale, kind }: RssFeed, now: Date): AsyncGenerator<string> {
  const posts = await newestPosts(db, kind, locale, now, POSTS);
  const shop = await shopNameIn(db, locale);
  yield [
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0">\n<channel>\n`,
    element("title", text(locale, `rss_${kind}`, { shop })),
    element("link", pageAddress(site, `/${kind}`, locale)),
    element("description", text(locale, `rss_${kind}_text`)),
    element("language", locale.slice(0, 2)),
    ...posts.map((post) => item(site, kind, locale, post)),
    "</channel>\n</rss>\n",
  ].join("");
}

function item(site: Site, kind: string, locale: Locale, { slug, title, lead, published_at, cover }: FeedPost): string {
  const link = pageAddress(site, `/${kind}/${encodeURIComponent(slug)}`, locale);
  return [
    "\n<item>",
    element("title", title),
    element("link", link),
    element("guid", link),
    element("pubDate", published_at.toUTCString()),
    element("description", lead),
    // A length is asked for, and 0 stands for one that is not known.
    ...(cover ? [`<enclosure url="${escaped(pictureAddress(site, cover))}" length="0" type="image/jpeg"/>`] : []),
    "</item>\n",
  ].join("");
}
