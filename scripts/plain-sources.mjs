// Preloaded into the server and the operator's commands: their sources come without types from the last run. Node would
// take the types off at each start, and the compiler that it does so with would stay in memory (18 MB, half a second).
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = new URL("..", import.meta.url).href;
const folder = fileURLToPath(new URL("../node_modules/.cache/furoshiki/sources/", import.meta.url));

registerHooks({
  load(url, context, next) {
    const isOurs = url.startsWith(root) && url.endsWith(".ts") && !url.includes("/node_modules/");
    return isOurs ? { format: "module", source: withoutTypes(url), shortCircuit: true } : next(url, context);
  },
});

/**
 * A source as JavaScript, every line where it was.
 * @param {string} url
 */
function withoutTypes(url) {
  const source = readFileSync(new URL(url), "utf8");
  const file = join(folder, `${digest(url)}.js`);
  const mark = `\n// ${process.version} ${digest(source)}\n`;
  const kept = read(file);
  if (kept?.endsWith(mark)) return kept;
  const plain = stripTypeScriptTypes(source) + mark;
  keep(file, plain);
  return plain;
}

/** @param {string} text */
function digest(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/**
 * Whole or not at all: another process may be reading it.
 * @param {string} file
 * @param {string} text
 */
function keep(file, text) {
  const half = `${file}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(half, text);
    renameSync(half, file);
  } catch {
    // A folder that cannot be written to costs the next start half a second.
  }
}
