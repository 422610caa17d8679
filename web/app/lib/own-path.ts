/**
 * A path of this site, or null: one leading slash, no scheme, no backslash, no control characters
 * (decisions, Sign-in). Everything that takes an address from an address goes through here.
 */
export function ownPath(path: string | null | undefined): string | null {
  if (!path || !/^\/(?![/\\])/.test(path)) return null;
  return /[\\\u0000-\u001f\u007f]/.test(path) ? null : path;
}
