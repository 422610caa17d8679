import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import type { Context, Handler } from "hono";
import { negotiateEncoding } from "../../../api/src/platform/http/content-encoding.ts";

type Asset = {
  contentType: string;
  etag: string;
  cacheControl: string;
  bodies: Record<"identity" | "br" | "gzip", Body | null>;
};
type Body = Uint8Array<ArrayBuffer>;
/** Static assets by URL path, starting with `/`. */
export type Assets = ReadonlyMap<string, Asset>;

const contentTypes: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** Reads the files of a client build into memory, each with its precompressed variants. They are few and small. */
export function readAssets(folder: string): Assets {
  const assets = new Map<string, Asset>();
  const read = (file: string): Body => new Uint8Array(readFileSync(file));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const fileNames = new Set(files);
  for (const file of files) {
    const contentType = contentTypes[extname(file)];
    const path = `/${relative(folder, file).split(sep).join("/")}`;
    if (!contentType || path.startsWith("/.")) continue;
    const identity = read(file);
    assets.set(path, {
      contentType,
      etag: `"${createHash("sha256").update(identity).digest("base64url").slice(0, 16)}"`,
      // File names in /assets/ contain a hash of the content.
      cacheControl: path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      bodies: {
        identity,
        br: fileNames.has(`${file}.br`) ? read(`${file}.br`) : null,
        gzip: fileNames.has(`${file}.gz`) ? read(`${file}.gz`) : null,
      },
    });
  }
  return assets;
}

/** Serves an asset in the smallest encoding that the client accepts; other paths go on to the next handler. */
export function serveAssets(assets: Assets): Handler {
  return async (c, next) => {
    const asset = assets.get(c.req.path);
    if (!asset) return c.req.path.startsWith("/assets/") ? c.text("Not Found", 404) : next();
    return sendAsset(c, asset);
  };
}

function sendAsset(c: Context, asset: Asset): Response {
  const headers: Record<string, string> = { etag: asset.etag, "cache-control": asset.cacheControl };
  if (asset.bodies.br) headers["vary"] = "Accept-Encoding";
  if (c.req.header("if-none-match")?.includes(asset.etag)) return c.body(null, 304, headers);
  const encoding = negotiateEncoding(c.req.header("accept-encoding"), ["br", "gzip"]);
  const compressed = encoding && asset.bodies[encoding];
  if (compressed) headers["content-encoding"] = encoding;
  return c.body(compressed ?? asset.bodies.identity ?? "", 200, { ...headers, "content-type": asset.contentType });
}
