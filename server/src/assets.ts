import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import type { Context, Handler } from "hono";
import { acceptedEncoding } from "../../api/src/platform/encodings.ts";

type Asset = {
  type: string;
  etag: string;
  cacheControl: string;
  bodies: Record<"identity" | "br" | "gzip", Body | null>;
};
type Body = Uint8Array<ArrayBuffer>;
/** By path, from the root of the site. */
export type Assets = ReadonlyMap<string, Asset>;

const types: Record<string, string> = {
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

/** Reads the files of a client build, each with the compressed ones that lie beside it. They are few and small. */
export function readAssets(folder: string): Assets {
  const assets = new Map<string, Asset>();
  const read = (file: string): Body => new Uint8Array(readFileSync(file));
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const there = new Set(names);
  for (const file of names) {
    const type = types[extname(file)];
    const path = `/${relative(folder, file).split(sep).join("/")}`;
    if (!type || path.startsWith("/.")) continue;
    const identity = read(file);
    assets.set(path, {
      type,
      etag: `"${createHash("sha256").update(identity).digest("base64url").slice(0, 16)}"`,
      // A name in /assets/ holds the hash of what is in it.
      cacheControl: path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      bodies: {
        identity,
        br: there.has(`${file}.br`) ? read(`${file}.br`) : null,
        gzip: there.has(`${file}.gz`) ? read(`${file}.gz`) : null,
      },
    });
  }
  return assets;
}

/** Sends an asset as small as the other end takes it; anything else goes on to the next handler. */
export function serveAssets(assets: Assets): Handler {
  return async (c, next) => {
    const asset = assets.get(c.req.path);
    if (!asset) return c.req.path.startsWith("/assets/") ? c.text("Not Found", 404) : next();
    return send(c, asset);
  };
}

function send(c: Context, asset: Asset): Response {
  const headers: Record<string, string> = { etag: asset.etag, "cache-control": asset.cacheControl };
  if (asset.bodies.br) headers["vary"] = "Accept-Encoding";
  if (c.req.header("if-none-match")?.includes(asset.etag)) return c.body(null, 304, headers);
  const encoding = acceptedEncoding(c.req.header("accept-encoding"), ["br", "gzip"]);
  const packed = encoding && asset.bodies[encoding];
  if (packed) headers["content-encoding"] = encoding;
  return c.body(packed ?? asset.bodies.identity ?? "", 200, { ...headers, "content-type": asset.type });
}
