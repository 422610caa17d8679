// Preloaded into the server and the CLI: loads their sources with cached type stripping. Node would strip the types at
// each start, and the compiler for that would stay in memory (18 MB, half a second).
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = new URL("..", import.meta.url).href;
const cacheFolder = fileURLToPath(new URL("../node_modules/.cache/furoshiki/sources/", import.meta.url));

registerHooks({
  load(url, context, next) {
    const isOwnSource = url.startsWith(root) && url.endsWith(".ts") && !url.includes("/node_modules/");
    return isOwnSource ? { format: "module", source: getStrippedSource(url), shortCircuit: true } : next(url, context);
  },
});

/**
 * Returns a source as JavaScript with unchanged line numbers.
 * @param {string} url
 */
function getStrippedSource(url) {
  const source = readFileSync(new URL(url), "utf8");
  const file = join(cacheFolder, `${digest(url)}.js`);
  const cacheMarker = `\n// ${process.version} ${digest(source)}\n`;
  const cached = readIfExists(file);
  if (cached?.endsWith(cacheMarker)) return cached;
  const stripped = stripTypeScriptTypes(source) + cacheMarker;
  writeCacheFile(file, stripped);
  return stripped;
}

/**
 * Returns a short hash of a text.
 * @param {string} text
 */
function digest(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** @param {string} file */
function readIfExists(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/**
 * Writes a file atomically, because another process may be reading it.
 * @param {string} file
 * @param {string} text
 */
function writeCacheFile(file, text) {
  const temporaryFile = `${file}.${process.pid}`;
  try {
    mkdirSync(cacheFolder, { recursive: true });
    writeFileSync(temporaryFile, text);
    renameSync(temporaryFile, file);
  } catch {
    // If the folder is not writable, the next start takes half a second longer.
  }
}
