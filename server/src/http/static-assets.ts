import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import { etag } from "hono/etag";
import { serveStatic } from "hono/serve-static";

type Asset = { content: Uint8Array<ArrayBuffer>; etag: string };
/** Static assets by URL path. A precompressed variant has the path of its file with `.br` or `.gz` added. */
export type Assets = ReadonlyMap<string, Asset>;

/** URL paths of the files of a build whose names contain a hash of the content. */
const hashedAssetPath = /^(?:\/admin)?\/assets\//;

/** Whether a URL path is that of a file of a build whose name contains a hash of the content, existing or not. */
export function isHashedAssetPath(path: string): boolean {
  return hashedAssetPath.test(path);
}

/**
 * Reads the files of a client build into memory: they are few and small, and a request then waits for no disk.
 *
 * @param basePath the URL path of the build
 */
export function readAssets(folder: string, basePath = ""): Assets {
  const assets = new Map<string, Asset>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const name = relative(folder, file).split(sep).join("/");
    const path = `${basePath}/${name}`;
    if (!entry.isFile() || name.startsWith(".")) continue;
    const content = new Uint8Array(readFileSync(file));
    const hash = createHash("sha256").update(content).digest("base64url").slice(0, 16);
    assets.set(path, { content, etag: `"${hash}"` });
  }
  return assets;
}

/** Serves an asset in the smallest encoding that the client accepts; other paths go on to the next handler. */
export function serveAssets(assets: Assets): MiddlewareHandler {
  const serveAsset = every(
    etag(),
    serveStatic({
      root: "",
      precompressed: true,
      getContent: async (path) => assets.get(path)?.content ?? null,
      onFound: (path, c) => {
        c.header("etag", assets.get(path)?.etag);
        c.header(
          "cache-control",
          isHashedAssetPath(path) ? "public, max-age=31536000, immutable" : "public, max-age=3600",
        );
        if (assets.has(`${path}.br`)) c.header("vary", "Accept-Encoding");
      },
    }),
  );
  return async (c, next) => {
    if (assets.has(c.req.path)) return serveAsset(c, next);
    return isHashedAssetPath(c.req.path) ? c.text("Not Found", 404) : next();
  };
}
