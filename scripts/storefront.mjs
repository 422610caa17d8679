// Builds the storefront if its sources have changed since the last build.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { root, getNodePath } from "./packages.mjs";
import { run, step } from "./steps.mjs";

const webFolder = join(root, "web");
const buildIdFile = join(webFolder, "build/build-id");
const ignoredFolders = new Set(["node_modules", "build", ".react-router"]);
const compressibleExtensions = new Set([".js", ".css", ".svg", ".json", ".txt", ".webmanifest"]);

/** Builds the storefront, unless the last build was made from the same sources. */
export async function buildStorefront() {
  const id = hashSources();
  if (existsSync(buildIdFile) && readFileSync(buildIdFile, "utf8") === id) return;
  await step("Building the storefront", async () => {
    rmSync(join(webFolder, "build"), { recursive: true, force: true });
    await run(getNodePath(), [join(root, "node_modules/@react-router/dev/bin.cjs"), "build"], {
      cwd: webFolder,
      env: { NODE_ENV: "production" },
    });
    await compressAssets(join(webFolder, "build/client"));
    writeFileSync(buildIdFile, id);
  });
}

/** Returns a hash of the sources, the same on every machine. */
function hashSources() {
  const hash = createHash("sha256");
  const schemas = listFiles(join(root, "api/src")).filter((file) => file.endsWith("schema.ts"));
  for (const file of [
    ...listFiles(webFolder),
    ...listFiles(join(root, "design-system")),
    ...schemas,
    join(root, "package-lock.json"),
    fileURLToPath(import.meta.url),
  ])
    hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex").slice(0, 16);
}

/**
 * @param {string} folder
 * @returns {string[]} in a fixed order
 */
function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !ignoredFolders.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFiles(path) : entry.isFile() ? [path] : [];
    });
}

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/**
 * Writes a .br and a .gz beside every text file with maximum compression, because they are built once and sent often.
 * @param {string} folder
 */
async function compressAssets(folder) {
  const files = listFiles(folder).filter((file) => compressibleExtensions.has(extname(file)));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
      const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: content.length };
      await writeFile(`${file}.br`, await brotli(content, { params }));
      await writeFile(`${file}.gz`, await gzip(content, { level: 9 }));
    }),
  );
}
