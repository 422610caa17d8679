import { createHash } from "node:crypto";
import { defaultLocale, type Locale } from "../platform/locale.ts";
import { text } from "../platform/texts.ts";

export const sharedKinds = ["product", "category", "blog", "news", "info", "quiz", "gift"] as const;
export type SharedKind = (typeof sharedKinds)[number];

/** A page whose link has a picture. */
export type SharedName = { kind: SharedKind; slug: string; locale: Locale };
export type Shared = SharedName & {
  title: string;
  /** What stands over the title; the part of the shop where nothing is said. */
  line?: string;
  /** The key of a picture. */
  picture: string | null;
  cloth: string;
};

/** Another number where pictures are drawn otherwise: then all are made anew, at new addresses. */
const DRAWING = 1;
const MARK_LENGTH = 24;

/** What is drawn over a title. */
export function lineOf({ kind, locale, line }: Shared): string {
  return line ?? text(locale, `share_${kind}`);
}

/** Known by everything that is drawn, so that what is at an address never changes. */
export function shareMark(shared: Shared): string {
  const { title, picture, cloth } = shared;
  const drawn = JSON.stringify([DRAWING, title, lineOf(shared), picture, cloth]);
  return createHash("sha256").update(drawn).digest("hex").slice(0, MARK_LENGTH);
}

/** The address of the picture that messengers and networks show of a page's link. */
export function shareAddress(shared: Shared): string {
  const { kind, slug, locale } = shared;
  const language = locale === defaultLocale ? "ru" : "en";
  return `/media/share-${shareMark(shared)}.${kind}.${language}.${encodeURIComponent(slug)}.jpg`;
}

/** Gift certificates have a page of their own, which no table holds. */
export function giftShared(locale: Locale): Shared {
  return {
    ...({ kind: "gift", slug: "certificate", locale } as const),
    ...{ title: text(locale, "share_gift_title"), picture: null, cloth: "sakura" },
  };
}

/** The page that a file name asks the picture of, and the mark it was given; null where none is called so. */
export function readShareName(name: string): (SharedName & { mark: string }) | null {
  const [, mark = "", asked, language, slug = ""] =
    /^share-([0-9a-f]{24})\.([a-z]+)\.(ru|en)\.([^/\\]{1,200})\.jpg$/.exec(name) ?? [];
  const kind = sharedKinds.find((one) => one === asked);
  return kind ? { kind, slug, locale: language === "ru" ? "ru-RU" : "en-US", mark } : null;
}
