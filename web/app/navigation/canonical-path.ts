/**
 * Replaces repeated slashes: `/a//b` becomes `/a/b`. A redirect to a path that starts with two slashes would lead to
 * another site.
 */
export function collapseSlashes(pathname: string): string {
  return pathname.replace(/\/{2,}/g, "/");
}

/** Percent-encoded line terminators, which `.` in a regular expression does not match: LF, CR, U+2028 and U+2029. */
const LINE_BREAKS = /%0[ad]|%e2%80%a[89]/gi;

/** Replaces line terminators: `/a%0Ab` becomes `/a%20b`. React Router matches no route, not even `*`, for such a path. */
export function replaceLineBreaks(pathname: string): string {
  return pathname.replace(LINE_BREAKS, "%20");
}

/**
 * The canonical path of a page: no repeated or trailing slashes, and the locale prefix and static segments in their own
 * case. React Router matches case-insensitively, so `/BRANDS` would be a duplicate of `/brands`.
 * @param pattern of the matched route, for example `en-US/category/:slug`
 */
export function getCanonicalPath(pathname: string, pattern: string): string {
  const staticSegments = ["", ...pattern.split("/").filter(Boolean)].map((segment) =>
    /^[:*]/.test(segment) ? null : segment,
  );
  return collapseSlashes(pathname)
    .replace(/(.)\/$/, "$1")
    .replace(/^\/en(?:-us)?(?=\/|$)/i, "/en-US")
    .split("/")
    .map((segment, position) => staticSegments[position] ?? segment)
    .join("/");
}
