// The browser that the browser tests run in.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { run, step, StepError } from "./steps.mjs";

/**
 * The headless shell comes first: it is what Playwright itself uses for headless runs. Full Chromium now and then stops
 * rendering frames when it runs headless on a busy machine.
 */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const inPlaywright = [
  "chrome-linux/headless_shell",
  "chrome-headless-shell-linux64/chrome-headless-shell",
  "chrome-linux/chrome",
  "chrome-linux64/chrome",
  "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Finds a Chromium, or installs Debian's headless shell when run as root on Debian.
 * @returns {Promise<string>} its path
 * @throws StepError saying what to install.
 */
export async function findChromium() {
  const found = fromEnvironment() ?? fromPath() ?? fromPlaywright();
  if (found) return found;
  if (!isDebian() || process.getuid?.() !== 0)
    throw new StepError(
      "The browser tests need a Chromium: install chromium-headless-shell (or chromium, or Google Chrome), or set CHROMIUM_PATH to one.",
    );
  await step("Installing Chromium", async () => {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { env });
    await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium-headless-shell"], { env });
  });
  const installed = fromPath();
  if (!installed) throw new StepError("Chromium was installed, but is not on the PATH: set CHROMIUM_PATH.");
  return installed;
}

function fromEnvironment() {
  const named = process.env.CHROMIUM_PATH;
  if (!named) return null;
  if (spawnSync(named, ["--version"]).status !== 0)
    throw new StepError(`CHROMIUM_PATH ${named} is no browser that starts.`);
  return named;
}

function fromPath() {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ?? null;
}

function fromPlaywright() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), ".cache/ms-playwright");
  if (!existsSync(cache)) return null;
  return (
    readdirSync(cache)
      .filter((folder) => /^chromium(_headless_shell)?-\d+$/.test(folder))
      .toSorted()
      .toReversed()
      .flatMap((folder) => inPlaywright.map((path) => join(cache, folder, path)))
      .find((path) => existsSync(path)) ?? null
  );
}

function isDebian() {
  return existsSync("/etc/debian_version") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}
