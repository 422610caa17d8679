/** `/a//b` becomes `/a/b`. A path that begins with two slashes would be another site in a redirect. */
export function collapseSlashes(pathname: string): string {
  return pathname.replace(/\/{2,}/g, "/");
}

/** Characters that a regular expression's `.` does not match, as a URL writes them: LF, CR, U+2028 and U+2029. */
const LINE_BREAKS = /%0[ad]|%e2%80%a[89]/gi;

/** `/a%0Ab` becomes `/a%20b`. The router matches no route, not even `*`, to a path with a line break. */
export function replaceLineBreaks(pathname: string): string {
  return pathname.replace(LINE_BREAKS, "%20");
}

/**
 * The one address of a page: no repeated slashes, none at the end, the locale prefix and the fixed parts of the address
 * in their own case. React Router matches without regard to case, so `/BRANDS` would be a duplicate of `/brands`.
 * @param pattern of the matched route, for example `en-US/category/:slug`
 */
export function canonicalPath(pathname: string, pattern: string): string {
  const fixed = ["", ...pattern.split("/").filter(Boolean)].map((part) => (/^[:*]/.test(part) ? null : part));
  return collapseSlashes(pathname)
    .replace(/(.)\/$/, "$1")
    .replace(/^\/en(?:-us)?(?=\/|$)/i, "/en-US")
    .split("/")
    .map((part, position) => fixed[position] ?? part)
    .join("/");
}
