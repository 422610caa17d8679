import { defaultLocale, splitPath } from "./locale.ts";

const NOWHERE = "http://own.invalid";

/**
 * A path of this site, or null: one leading slash, no scheme, no backslash, no control characters. Everything that takes an
 * address from an address goes through here. Characters that a header cannot carry are percent-encoded.
 */
export function ownPath(path: string | null | undefined): string | null {
  if (!path?.startsWith("/") || /[\\\u0000-\u001f\u007f]/.test(path)) return null;
  // `//elsewhere` is another site, `/.//elsewhere` one of ours only until somebody tidies it up.
  if (!URL.canParse(path, NOWHERE)) return null;
  const { origin, pathname, search, hash } = new URL(path, NOWHERE);
  return origin === NOWHERE && !pathname.startsWith("//") ? pathname + search + hash : null;
}

/** Where a shopper goes on after sign-in: `from` if it is one of ours, in the open language unless it names another. */
export function wayBack(from: string | null | undefined, to: (path: string) => string): string | null {
  const path = ownPath(from);
  if (path === null) return null;
  return splitPath(path.split(/[?#]/, 1)[0] ?? path).locale === defaultLocale ? to(path) : path;
}

/** Whether two addresses are one page that only differs in the sign-in above it: nothing needs to be fetched for that. */
export function onlyOpensDoor(from: string, to: string): boolean {
  return from !== to && withoutDoor(from) === withoutDoor(to);
}

function withoutDoor(address: string): string {
  const url = new URL(address, NOWHERE);
  url.searchParams.delete("auth");
  url.searchParams.delete("from");
  return url.pathname + url.search;
}
