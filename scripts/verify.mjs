// npm run verify: all checks that need neither a browser nor the built store.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder, installPackages, root, getNodePath, getToolPath, getToolEnvironment } from "./packages.mjs";
import { runAndCountTests, formatCount, run, step, runScript } from "./steps.mjs";

/** The workspaces with routes of React Router. */
const sites = ["web", "admin"];

/**
 * Runs all checks, and the tests if no check fails.
 * @returns {Promise<import("./steps.mjs").TestCount>} how many tests passed
 */
export async function verify() {
  // The other checks read the types of the routes.
  await step("Types of the routes", () =>
    Promise.all(sites.map((site) => runTool("react-router", ["typegen"], { cwd: join(root, site) }))),
  );
  // Most checks use one core only, so that two run at the same time.
  const checks = await Promise.allSettled([checkTypes(), checkCode()]);
  for (const check of checks) if (check.status === "rejected") throw check.reason;
  return step("Unit and integration tests", () => runVitest("vitest.config.ts"));
}

async function checkTypes() {
  await step("Types", async () => {
    for (const project of [".", "design-system", ...sites]) await runTool("tsc", ["-p", project]);
  });
}

async function checkCode() {
  await step("Format", () => runTool("oxfmt", ["--check"]));
  await step("Types of the tables", () => runNode(["scripts/tables.ts", "--check"]));
  await step("Import rules", () => runNode(["scripts/modules.ts", "--check"]));
  await step("Unused code", () => runTool("knip"));
  await step("Lint", () => runTool("oxlint", ["--deny-warnings"]));
}

/**
 * @param {string} tool
 * @param {string[]} [args]
 * @param {{ cwd?: string, timeoutMs?: number | undefined }} [options]
 */
function runTool(tool, args = [], { cwd = root, timeoutMs } = {}) {
  return run(getToolPath(tool), args, { cwd, env: getToolEnvironment(), timeoutMs });
}

/** @param {string[]} args */
function runNode(args) {
  return run(getNodePath(), args, { cwd: root, env: getToolEnvironment() });
}

/**
 * Runs the tests of a Vitest configuration.
 * @param {string} config file name of the configuration
 * @param {number} [timeoutMs] of the whole run, in milliseconds
 * @returns {Promise<import("./steps.mjs").TestCount>} how many tests passed
 */
export function runVitest(config, timeoutMs) {
  const report = join(cacheFolder, "tests.json");
  mkdirSync(cacheFolder, { recursive: true });
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return runAndCountTests(
    () => runTool("vitest", ["run", `--config=${config}`, ...reporters], { timeoutMs }),
    () => {
      const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
      return { passed: numPassedTests, failed: numFailedTests };
    },
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runScript(async () => {
    await installPackages();
    console.log(formatCount(await verify()));
  });
}
