// Builds the storefront where its sources are newer than the build.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { root, shopNode } from "./packages.mjs";
import { run, step } from "./steps.mjs";

const web = join(root, "web");
const stamp = join(web, "build/build-id");
const notSources = new Set(["node_modules", "build", ".react-router"]);
const compressible = new Set([".js", ".css", ".svg", ".json", ".txt", ".webmanifest"]);

/** Builds the storefront, unless the last build was made of the very same sources. */
export async function buildStorefront() {
  const id = sourcesId();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === id) return;
  await step("Building the storefront", async () => {
    rmSync(join(web, "build"), { recursive: true, force: true });
    await run(shopNode(), [join(root, "node_modules/@react-router/dev/bin.cjs"), "build"], {
      cwd: web,
      env: { NODE_ENV: "production" },
    });
    await compressAssets(join(web, "build/client"));
    writeFileSync(stamp, id);
  });
}

/** The same sources have the same id, on every machine. */
function sourcesId() {
  const hash = createHash("sha256");
  const schemas = filesIn(join(root, "api/src")).filter((file) => file.endsWith("schema.ts"));
  for (const file of [...filesIn(web), ...schemas, join(root, "package-lock.json"), fileURLToPath(import.meta.url)])
    hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex").slice(0, 16);
}

/**
 * @param {string} folder
 * @returns {string[]} in a fixed order
 */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !notSources.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
    });
}

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/**
 * Puts a .br and a .gz beside every text file, as small as they get: they are sent many times and made once.
 * @param {string} folder
 */
async function compressAssets(folder) {
  const files = filesIn(folder).filter((file) => compressible.has(extname(file)));
  await Promise.all(
    files.map(async (file) => {
      const raw = await readFile(file);
      const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
      const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: raw.length };
      await writeFile(`${file}.br`, await brotli(raw, { params }));
      await writeFile(`${file}.gz`, await gzip(raw, { level: 9 }));
    }),
  );
}
