import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Config } from "../../../api/src/platform/config.ts";

const root = join(import.meta.dirname, "../../..");
/** What responses are made with, beside the build of the storefront. */
const sourceFolders = ["api/src", "server/src"];

/** Settings in which processes that make the same responses may differ. */
const ownSettings: ReadonlySet<string> = new Set<keyof Config>([
  ...(["port", "host", "dataDir", "healthPort", "metricsAddress"] as const),
]);

/**
 * Returns a hash of the program and of the configuration with which it makes responses: of the build of the storefront, the
 * sources of the API and the server, and every setting but those of the process itself.
 * @param build the id of the build of the storefront
 */
export async function hashProgramVersion(build: string, config: Config): Promise<string> {
  const settings = Object.entries(config).filter(([name]) => !ownSettings.has(name));
  const hash = createHash("sha256").update(JSON.stringify([build, settings]));
  for (const folder of sourceFolders) await addFiles(hash, folder);
  return hash.digest("base64url").slice(0, 16);
}

/** Adds the names and contents of the files of a folder, except tests, in a fixed order. */
async function addFiles(hash: ReturnType<typeof createHash>, folder: string): Promise<void> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted();
  for (const file of files) hash.update(`${file}\0`).update(await readFile(join(root, file)));
}
