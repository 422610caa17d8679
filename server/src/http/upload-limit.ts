import type { MiddlewareHandler } from "hono";
import { getClientIp } from "../../../api/src/platform/http/endpoint.ts";
import { getClientNetwork } from "../../../api/src/platform/http/rate-limits.ts";

/** Larger bodies are those of photos, pictures and imports, in bytes. */
const LARGE_BODY_BYTES = 1024 * 1024;
/** The paths of photos, whose bodies may be large also if their length is not known. */
const photosPath = /[/-]photos$/;
/** A photo is in memory as a whole, with up to 12 MB, and must be received before it can be refused. */
const MAX_UPLOADS = 32;
/** Those behind one address share them; a browser sends one photo after another. */
const MAX_UPLOADS_OF_CLIENT = 8;

/**
 * Creates a middleware that refuses large bodies while the process receives as many as it may (503), or as many of the
 * client (429), so that clients which send them slowly, or never completely, do not fill its memory.
 */
export function limitUploads(): MiddlewareHandler {
  const countsByClient = new Map<string, number>();
  let count = 0;
  return async (c, next) => {
    if (!isLarge(c.req.path, c.req.header("content-length"), c.req.header("transfer-encoding"))) return next();
    const client = getClientNetwork(getClientIp(c));
    const countOfClient = countsByClient.get(client) ?? 0;
    const isLimitOfClient = countOfClient >= MAX_UPLOADS_OF_CLIENT;
    if (isLimitOfClient || count >= MAX_UPLOADS)
      return c.text("Too many uploads at once. Please try again in a moment.", isLimitOfClient ? 429 : 503, {
        "retry-after": "5",
      });
    count++;
    countsByClient.set(client, countOfClient + 1);
    try {
      await next();
    } finally {
      count--;
      const remaining = (countsByClient.get(client) ?? 1) - 1;
      if (remaining > 0) countsByClient.set(client, remaining);
      else countsByClient.delete(client);
    }
  };
}

function isLarge(path: string, length: string | undefined, transferEncoding: string | undefined): boolean {
  return Number(length ?? 0) > LARGE_BODY_BYTES || (transferEncoding !== undefined && photosPath.test(path));
}
