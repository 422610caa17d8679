import type { Context } from "hono";
import type { BrandFile } from "../store-profile/brand-files.ts";
import { type MediaSize, mediaTypes, parseMediaFileName } from "./image-urls.ts";
import type { ImageLookup } from "./image-sizes.ts";

const BUSY_RETRY_SECONDS = 2;

/**
 * Creates the handler of GET and HEAD `/media/:file`. URLs contain the hash of the content, so images are cached
 * forever; errors are not cached, since the image may exist later.
 * @param images lookups by size and by file name
 */
export function createMediaHandler(images: {
  findSize(size: MediaSize): Promise<ImageLookup>;
  /** Finds the Open Graph image of a file name; `moved` is the path of its current version. */
  findOgImage?(file: string): Promise<ImageLookup | { moved: string }>;
  /** Finds the logo or icon of a file name. */
  findBrandFile?(file: string): Promise<BrandFile | null>;
}) {
  return async (c: Context): Promise<Response> => {
    const file = c.req.param("file") ?? "";
    const brandFile = file.startsWith("brand-") ? await images.findBrandFile?.(file) : null;
    if (brandFile) return createImageResponse(c, brandFile.content, brandFile.mime);
    const size = parseMediaFileName(file);
    const image = size ? await images.findSize(size) : ((await images.findOgImage?.(file)) ?? "missing");
    if (typeof image === "object" && "moved" in image)
      return createTextResponse("Moved", 302, { location: image.moved });
    if (image === "missing") return createTextResponse("Not found", 404);
    if (image === "busy") return createTextResponse("Busy", 503, { "retry-after": String(BUSY_RETRY_SECONDS) });
    return createImageResponse(c, image, mediaTypes[size?.format ?? "jpg"]);
  };
}

/** Creates the response with an image, cached forever. Scripts are disabled in an SVG that is opened by itself. */
function createImageResponse(c: Context, content: Uint8Array, type: string): Response {
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

function createTextResponse(text: string, status: number, headers: Record<string, string> = {}): Response {
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
