/**
 * Whether text is a path of this site: one leading slash, no scheme, no backslash, no control characters
 * (docs/domain/notifications.md).
 */
export function isShopPath(href: string): boolean {
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(href);
}
