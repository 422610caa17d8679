/** Normalizes a path for redirects: decoded, without a trailing slash; null if it is not a path of the storefront. */
export function normalizePath(text: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(text.trim());
  } catch {
    return null;
  }
  if (!/^\/(?![/\\])[^\\\p{Cc}\s?#]*$/u.test(path)) return null;
  if (/^\/en(-US)?(\/|$)/.test(path)) return null;
  return path === "/" ? path : path.replace(/\/+$/, "");
}
