/** True for a path of this site: one leading slash, no scheme, no backslash, no control characters (decisions: Sign-in). */
export function isShopPath(href: string): boolean {
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(href);
}
