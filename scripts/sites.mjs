// Builds the storefront and the back office if their sources have changed since the last build.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { root, getNodePath } from "./packages.mjs";
import { run, step } from "./steps.mjs";

/** The sites by the folder of their workspace. */
const sites = { web: "storefront", admin: "back office" };
const ignoredFolders = new Set(["node_modules", "build", ".react-router"]);
const compressibleExtensions = new Set([".js", ".mjs", ".css", ".svg", ".json", ".txt", ".webmanifest"]);

/** Builds the storefront and the back office, except what was last built from the same sources. */
export async function buildSites() {
  for (const [folder, name] of Object.entries(sites)) await buildSite(join(root, folder), name);
}

/**
 * @param {string} folder
 * @param {string} name
 */
async function buildSite(folder, name) {
  const buildIdFile = join(folder, "build/build-id");
  const id = hashSources(folder);
  if (existsSync(buildIdFile) && readFileSync(buildIdFile, "utf8") === id) return;
  await step(`Building the ${name}`, async () => {
    rmSync(join(folder, "build"), { recursive: true, force: true });
    await run(getNodePath(), [join(root, "node_modules/@react-router/dev/bin.cjs"), "build"], {
      cwd: folder,
      env: { NODE_ENV: "production" },
    });
    await compressAssets(join(folder, "build/client"));
    writeFileSync(buildIdFile, id);
  });
}

/**
 * Returns a hash of the sources of a site, the same on every machine.
 * @param {string} folder
 */
function hashSources(folder) {
  const hash = createHash("sha256");
  const schemas = listFiles(join(root, "api/src")).filter((file) => file.endsWith("schema.ts"));
  for (const file of [
    ...listFiles(folder),
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
