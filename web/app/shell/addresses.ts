/** The page that is open, with the sign-in above it (spec §2, Auth modal); afterwards on to `from`. */
export function signInAt(path: string, from?: string): string {
  const url = new URL(path, "http://shop");
  url.searchParams.set("auth", "1");
  if (from) url.searchParams.set("from", from);
  return url.pathname + url.search;
}
