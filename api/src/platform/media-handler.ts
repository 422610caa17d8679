import type { Context } from "hono";
import type { BrandFile } from "./brand-files.ts";
import { type MediaSize, mediaTypes, readMediaFileName } from "./media.ts";
import type { Found } from "./media-sizes.ts";

const BUSY_RETRY_SECONDS = 2;

/**
 * Answers GET and HEAD `/media/:file`. The address carries the hash of the content, so what is there may be kept for
 * ever; what is not there may come later, so that is not kept at all.
 */
export function mediaHandler(sizes: {
  find(size: MediaSize): Promise<Found>;
  /** What is shown of a page's link, by the name of its file. */
  share?(file: string): Promise<Found | { moved: string }>;
  /** A logo or icon of the shop, by the name of its file. */
  brand?(file: string): Promise<BrandFile | null>;
}) {
  return async (c: Context): Promise<Response> => {
    const file = c.req.param("file") ?? "";
    const brand = file.startsWith("brand-") ? await sizes.brand?.(file) : null;
    if (brand) return picture(c, brand.content, brand.mime);
    const size = readMediaFileName(file);
    const found = size ? await sizes.find(size) : ((await sizes.share?.(file)) ?? "missing");
    if (typeof found === "object" && "moved" in found) return plain("Moved", 302, { location: found.moved });
    if (found === "missing") return plain("Not found", 404);
    if (found === "busy") return plain("Busy", 503, { "retry-after": String(BUSY_RETRY_SECONDS) });
    return picture(c, found, mediaTypes[size?.format ?? "jpg"]);
  };
}

/** What is at such an address never changes. A drawing runs no script, even if it is opened by itself. */
function picture(c: Context, content: Uint8Array, type: string): Response {
  return new Response(c.req.method === "HEAD" ? null : new Uint8Array(content), {
    headers: {
      "content-type": type,
      "content-length": String(content.length),
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      ...(type === "image/svg+xml"
        ? { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" }
        : {}),
    },
  });
}

function plain(text: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}
