import { createHash } from "node:crypto";
import { defaultLocale, type Locale } from "../platform/i18n/locale.ts";
import { formatMessage } from "../platform/i18n/messages.ts";

export const sharedPageKinds = ["product", "category", "blog", "news", "info", "quiz", "gift"] as const;
export type SharedPageKind = (typeof sharedPageKinds)[number];

/** A page that has an Open Graph image. */
export type SharedPageId = { kind: SharedPageKind; slug: string; locale: Locale };
export type SharedPage = SharedPageId & {
  title: string;
  /** The text above the title; the section of the store if absent. */
  line?: string;
  /** The key of the image. */
  picture: string | null;
  /** The theme color. */
  themeColor: string;
};

/** Version of the design: increasing it renders all images again, at new URLs. */
const DESIGN_VERSION = 1;
const HASH_LENGTH = 24;

/** Returns the text above the title. */
export function getEyebrow({ kind, locale, line }: SharedPage): string {
  return line ?? formatMessage(locale, `share_${kind}`);
}

/** Returns a hash of everything that the image shows, so that the image at a URL never changes. */
export function getShareHash(page: SharedPage): string {
  const { title, picture, themeColor } = page;
  const shownContent = JSON.stringify([DESIGN_VERSION, title, getEyebrow(page), picture, themeColor]);
  return createHash("sha256").update(shownContent).digest("hex").slice(0, HASH_LENGTH);
}

/** Returns the URL of the Open Graph image of a page. */
export function getShareImageUrl(page: SharedPage): string {
  const { kind, slug, locale } = page;
  const language = locale === defaultLocale ? "ru" : "en";
  return `/media/share-${getShareHash(page)}.${kind}.${language}.${encodeURIComponent(slug)}.jpg`;
}

/** Returns the gift card page, which is not stored in any table. */
export function getGiftCardPage(locale: Locale): SharedPage {
  return {
    kind: "gift",
    slug: "certificate",
    locale,
    title: formatMessage(locale, "share_gift_title"),
    picture: null,
    themeColor: "sakura",
  };
}

/** Parses the file name of an Open Graph image into its page and hash; null if the name is invalid. */
export function parseShareFileName(name: string): (SharedPageId & { hash: string }) | null {
  const [, hash = "", requestedKind, language, slug = ""] =
    /^share-([0-9a-f]{24})\.([a-z]+)\.(ru|en)\.([^/\\]{1,200})\.jpg$/.exec(name) ?? [];
  const kind = sharedPageKinds.find((candidate) => candidate === requestedKind);
  return kind ? { kind, slug, locale: language === "ru" ? "ru-RU" : "en-US", hash } : null;
}
