/** The URL of the current page with the sign-in dialog over it. After sign-in the shopper is redirected to `from`. */
export function getSignInUrl(path: string, from?: string): string {
  const url = new URL(path, "http://shop");
  url.searchParams.set("auth", "1");
  if (from) url.searchParams.set("from", from);
  return url.pathname + url.search;
}
