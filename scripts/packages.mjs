// The packages and the Node that the shop runs on.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { run, step, StepError } from "./steps.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Where the scripts keep what they need not do twice. */
export const cache = join(root, "node_modules/.cache/furoshiki");

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

/** Node 22.18 is the first that runs TypeScript without a flag. */
const runsTypeScript = major > 22 || (major === 22 && minor >= 18);

/**
 * Installs what package-lock.json names, where node_modules holds something else.
 * @throws StepError on a Node too old to go on with.
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
 * True when node_modules holds what package-lock.json names. npm writes a record of what it has put there, which outlives
 * the packages when an install was interrupted, so each of them is looked for. Optional packages of other platforms are in
 * no record; the packaged Node of this platform is needed unless this very Node can run the shop.
 * @param {string} [folder]
 * @param {{ needsNode?: boolean }} [options]
 */
export function isInstalled(folder = root, { needsNode = !runsTypeScript } = {}) {
  const record = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const wanted = packagesOf(join(folder, "package-lock.json"));
  const recorded = packagesOf(record);
  const isThere = Object.entries(wanted)
    .filter(([path]) => path.startsWith("node_modules/"))
    .every(([path, { version, link, optional }]) => {
      const own = recorded[path];
      if (!own) return optional;
      return (link || own.version === version) && existsSync(join(folder, path, "package.json"));
    });
  const { path: node, name } = packagedNode(folder);
  return isThere && (!needsNode || !wanted[`node_modules/${name}`] || existsSync(node));
}

/**
 * Where the Node of this platform is, when it is among the packages.
 * @param {string} folder
 */
function packagedNode(folder) {
  const isWindows = process.platform === "win32";
  const name = `node-${isWindows ? "win" : process.platform}-${process.arch}`;
  return { name, path: join(folder, "node_modules", name, isWindows ? "bin/node.exe" : "bin/node") };
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, link?: boolean, optional?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

/**
 * How a program runs under Node: from sources without types, and with less room to let garbage lie than Node and the C
 * library take on a large machine. It costs some hundredths of the processor's time and saves a third of the memory.
 * @param {"server" | "shop"} program
 * @returns {{ env: Record<string, string>, flags: string[] }}
 */
export const wayToRun = (program) => JSON.parse(readFileSync(join(root, program, "run.json"), "utf8"));

/** @type {string | undefined} */
let found;

/**
 * The Node that came with the packages, or the one running, where it is new enough.
 * @returns {string} path of the program
 */
export function shopNode() {
  found ??= findNode();
  return found;
}

function findNode() {
  const { name, path } = packagedNode(root);
  if (existsSync(path) && spawnSync(path, ["--version"]).status === 0) return path;
  if (runsTypeScript) return process.execPath;
  throw new StepError(`There is no packaged Node for ${name.slice("node-".length)}: start with Node 22.18 or newer.`);
}

/**
 * A program of one of the packages, and the environment that runs it under the shop's Node.
 * @param {string} name
 */
export function tool(name) {
  return join(root, "node_modules/.bin", name);
}

export function toolPath() {
  return { PATH: [join(shopNode(), ".."), join(root, "node_modules/.bin"), process.env.PATH].join(delimiter) };
}
