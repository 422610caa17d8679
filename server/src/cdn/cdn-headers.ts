/** The tag of every page, to purge all of them. */
export const ALL_PAGES_TAG = "pages";

/** A page with more tags is not kept in a CDN: proxies limit the headers of a response, often to 16 kilobytes. */
export const MAX_CDN_TAGS = 150;

/**
 * Returns names and values in turn of the headers with which a CDN keeps a response until one of its tags is purged:
 * `CDN-Cache-Control` (RFC 9213) and `Cache-Tag` for Cloudflare and others, `Surrogate-Control` and `Surrogate-Key` for
 * Fastly and Varnish, `X-Accel-Expires` for nginx. Browsers obey `Cache-Control`, which says not to store it.
 */
export function createCdnHeaders(tags: readonly string[], maxAgeSeconds: number): string[] {
  const allTags = [ALL_PAGES_TAG, ...tags];
  return [
    ...["cdn-cache-control", `public, max-age=${maxAgeSeconds}`, "surrogate-control", `max-age=${maxAgeSeconds}`],
    ...["x-accel-expires", String(maxAgeSeconds)],
    ...["cache-tag", allTags.join(","), "surrogate-key", allTags.join(" ")],
  ];
}
