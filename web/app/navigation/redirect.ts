/** Whether the target may be another site; every call that redirects to another site must allow it explicitly. */
export type RedirectOptions = { external?: boolean };

/**
 * Returns the URL if a page may redirect to it: a URL of this site, or any http(s) URL if `external` is set.
 * @throws Error for another site without `external`, and for URLs that are not http(s)
 */
export function validateRedirectUrl(
  target: string,
  origin: string,
  { external = false }: RedirectOptions = {},
): string {
  const url = new URL(target, origin);
  if (url.origin === new URL(origin).origin) return target;
  if (!external || !/^https?:$/.test(url.protocol)) throw new Error(`may not lead to ${url.origin}`);
  return target;
}

/**
 * Loads another document; with `replace` it replaces the current history entry. @throws Error see `validateRedirectUrl`
 */
export function redirectTo(
  target: string,
  { replace, ...options }: RedirectOptions & { replace?: boolean } = {},
): void {
  const url = validateRedirectUrl(target, location.origin, options);
  const isFragmentOnly = url.includes("#") && isCurrentDocument(url);
  if (replace) location.replace(url);
  else location.assign(url);
  // The browser only scrolls to another fragment of the same document.
  if (isFragmentOnly) location.reload();
}

function isCurrentDocument(url: string): boolean {
  const target = new URL(url, location.origin);
  return target.origin === location.origin && target.pathname + target.search === location.pathname + location.search;
}

/** Opens the current page once more in a window of this size, in CSS pixels. */
export function openCurrentPage({ width, height }: { width: number; height: number }): void {
  window.open(location.href, "_blank", `popup,width=${width},height=${height}`);
}
