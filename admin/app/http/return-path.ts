/** Returns the path of a page of the back office that a form or a URL names; the home page for any other value. */
export function parseReturnPath(value: unknown): string {
  if (typeof value !== "string" || !/^\/(?![/\\])/.test(value)) return "/";
  const base = "http://admin.internal";
  const url = URL.canParse(value, base) ? new URL(value, base) : null;
  return url?.origin === base ? url.pathname + url.search : "/";
}
