import { defaultLocale } from "@furoshiki/design-system/i18n/locale.ts";
import { splitPath } from "@furoshiki/design-system/i18n/locale-path.ts";

const PLACEHOLDER_ORIGIN = "http://own.invalid";

/**
 * Returns a path of this site, or null: one leading slash, no scheme, no backslash, no control characters. Every
 * redirect target taken from a URL parameter goes through here. Characters that a header cannot contain are
 * percent-encoded.
 */
export function parseLocalPath(path: string | null | undefined): string | null {
  if (!path?.startsWith("/") || /[\\\u0000-\u001f\u007f]/.test(path)) return null;
  // `//elsewhere` is another site, and `/.//elsewhere` becomes it when dot segments are removed.
  if (!URL.canParse(path, PLACEHOLDER_ORIGIN)) return null;
  const { origin, pathname, search, hash } = new URL(path, PLACEHOLDER_ORIGIN);
  return origin === PLACEHOLDER_ORIGIN && !pathname.startsWith("//") ? pathname + search + hash : null;
}

/**
 * Where to redirect after sign-in: `from` if it is a local path, in the current locale unless the path names another
 * one.
 */
export function getReturnPath(from: string | null | undefined, to: (path: string) => string): string | null {
  const path = parseLocalPath(from);
  if (path === null) return null;
  return splitPath(path.split(/[?#]/, 1)[0] ?? path).locale === defaultLocale ? to(path) : path;
}

/** Whether two URLs are the same page and differ only in the sign-in dialog over it: then nothing has to be fetched. */
export function differsOnlyBySignIn(from: string, to: string): boolean {
  return from !== to && withoutSignInParams(from) === withoutSignInParams(to);
}

function withoutSignInParams(href: string): string {
  const url = new URL(href, PLACEHOLDER_ORIGIN);
  url.searchParams.delete("auth");
  url.searchParams.delete("from");
  return url.pathname + url.search;
}
