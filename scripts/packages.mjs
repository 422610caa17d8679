// The packages and the Node.js that the store runs on.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { run, step, StepError } from "./steps.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** The scripts' cache folder. */
export const cacheFolder = join(root, "node_modules/.cache/furoshiki");

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

/** Node 22.18 is the first version that runs TypeScript without a flag. */
const canRunTypeScript = major > 22 || (major === 22 && minor >= 18);

/**
 * Installs the packages of package-lock.json if node_modules differs from it.
 * @throws StepError if this Node is too old.
 */
export async function installPackages() {
  if (major < 20) throw new StepError(`Node ${process.versions.node} is too old: Node 20 or newer is needed.`);
  if (isInstalled()) return;
  const npm = process.env.npm_execpath;
  const [command, args] = npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
  await step("Installing packages", () =>
    run(command, [...args, "ci", "--no-audit", "--no-fund"], { cwd: root, env: { npm_config_loglevel: "error" } }),
  );
}

/**
 * Returns whether node_modules contains the packages of package-lock.json. npm's record of installed packages survives
 * an interrupted install, so each package is also looked for on disk. Optional packages of other platforms are not in
 * the record; the packaged Node of this platform is required unless the running Node can run the store (`needsNode`).
 * @param {string} [folder]
 * @param {{ needsNode?: boolean }} [options]
 */
export function isInstalled(folder = root, { needsNode = !canRunTypeScript } = {}) {
  const installRecord = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(installRecord)) return false;
  const lockedPackages = readPackages(join(folder, "package-lock.json"));
  const installedPackages = readPackages(installRecord);
  const areAllInstalled = Object.entries(lockedPackages)
    .filter(([path]) => path.startsWith("node_modules/"))
    .every(([path, { version, link, optional }]) => {
      const installed = installedPackages[path];
      if (!installed) return optional;
      return (link || installed.version === version) && existsSync(join(folder, path, "package.json"));
    });
  const { path: node, name } = getPackagedNode(folder);
  return areAllInstalled && (!needsNode || !lockedPackages[`node_modules/${name}`] || existsSync(node));
}

/**
 * Returns the name and the program of the package that contains Node for this platform.
 * @param {string} folder
 */
function getPackagedNode(folder) {
  const isWindows = process.platform === "win32";
  const name = `node-${isWindows ? "win" : process.platform}-${process.arch}`;
  return { name, path: join(folder, "node_modules", name, isWindows ? "bin/node.exe" : "bin/node") };
}

/**
 * Returns the packages in a lock file, by path.
 * @param {string} file
 * @returns {Record<string, { version?: string, link?: boolean, optional?: boolean }>}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

/**
 * Returns how a program runs under Node: from sources without types, and with smaller heap limits than the defaults of
 * Node and the C library on a large machine. This costs a few percent of CPU time and saves a third of the memory.
 * @param {"server" | "cli"} program
 * @returns {{ env: Record<string, string>, flags: string[] }}
 */
export const getRunOptions = (program) => JSON.parse(readFileSync(join(root, program, "run.json"), "utf8"));

/** @type {string | undefined} */
let nodePath;

/**
 * Returns the packaged Node, or the running one if it is new enough.
 * @returns {string} path of the program
 * @throws StepError if there is neither.
 */
export function getNodePath() {
  nodePath ??= findNode();
  return nodePath;
}

function findNode() {
  const { name, path } = getPackagedNode(root);
  if (existsSync(path) && spawnSync(path, ["--version"]).status === 0) return path;
  if (canRunTypeScript) return process.execPath;
  throw new StepError(`There is no packaged Node for ${name.slice("node-".length)}: start with Node 22.18 or newer.`);
}

/**
 * Returns the path of a program of a package.
 * @param {string} name
 */
export function getToolPath(name) {
  return join(root, "node_modules/.bin", name);
}

/**
 * Returns the PATH with Node and the programs of all packages first, and the folder where Node caches compiled modules:
 * tests start hundreds of processes, and a command takes half the time with it.
 */
export function getToolEnvironment() {
  return {
    PATH: [join(getNodePath(), ".."), join(root, "node_modules/.bin"), process.env.PATH].join(delimiter),
    NODE_COMPILE_CACHE: join(cacheFolder, "compiled"),
  };
}
