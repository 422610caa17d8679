// Finds the browser for the browser tests.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { run, step, StepError } from "./steps.mjs";

/**
 * The headless shell comes first, because Playwright itself uses it for headless runs. Headless full Chromium sometimes
 * stops rendering frames on a busy machine.
 */
const executableNames = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const playwrightExecutables = [
  "chrome-linux/headless_shell",
  "chrome-headless-shell-linux64/chrome-headless-shell",
  "chrome-linux/chrome",
  "chrome-linux64/chrome",
  "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Finds a Chromium, or installs Debian's headless shell when run as root on Debian.
 * @returns {Promise<string>} its path
 * @throws StepError that says what to install.
 */
export async function findChromium() {
  const path = findInEnvironment() ?? findOnPath() ?? findInPlaywrightCache();
  if (path) return path;
  if (!isDebian() || process.getuid?.() !== 0)
    throw new StepError(
      "The browser tests need a Chromium: install chromium-headless-shell (or chromium, or Google Chrome), or set CHROMIUM_PATH to one.",
    );
  await step("Installing Chromium", async () => {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { env });
    await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium-headless-shell"], { env });
  });
  const installedPath = findOnPath();
  if (!installedPath) throw new StepError("Chromium was installed, but is not on the PATH: set CHROMIUM_PATH.");
  return installedPath;
}

/** Returns the browser of CHROMIUM_PATH; null if it is not set. Throws a StepError if it cannot be started. */
function findInEnvironment() {
  const path = process.env.CHROMIUM_PATH;
  if (!path) return null;
  if (spawnSync(path, ["--version"]).status !== 0)
    throw new StepError(`CHROMIUM_PATH ${path} is not a browser that can be started.`);
  return path;
}

function findOnPath() {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"];
  return (
    executableNames.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ??
    null
  );
}

/** Finds the newest Chromium that Playwright has installed. */
function findInPlaywrightCache() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), ".cache/ms-playwright");
  if (!existsSync(cache)) return null;
  return (
    readdirSync(cache)
      .filter((folder) => /^chromium(_headless_shell)?-\d+$/.test(folder))
      .toSorted()
      .toReversed()
      .flatMap((folder) => playwrightExecutables.map((path) => join(cache, folder, path)))
      .find((path) => existsSync(path)) ?? null
  );
}

function isDebian() {
  return existsSync("/etc/debian_version") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}
