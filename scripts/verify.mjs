// npm run verify: all checks that need neither a browser nor the built store.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder, installPackages, root, getNodePath, getToolPath, getToolEnvironment } from "./packages.mjs";
import { runAndCountTests, formatCount, run, step, runScript } from "./steps.mjs";

/**
 * Runs the checks in order and stops at the first failure.
 * @returns {Promise<import("./steps.mjs").TestCount>} how many tests passed
 */
export async function verify() {
  const env = getToolEnvironment();
  const rootOptions = { cwd: root, env };
  await step("Format", () => run(getToolPath("oxfmt"), ["--check"], rootOptions));
  await step("Types of the tables", () => run(getNodePath(), ["scripts/tables.ts", "--check"], rootOptions));
  await step("Types", async () => {
    await run(getToolPath("tsc"), ["-p", "."], rootOptions);
    await run(getToolPath("tsc"), ["-p", "design-system"], rootOptions);
    for (const site of ["web", "admin"]) {
      const siteOptions = { cwd: join(root, site), env };
      await run(getToolPath("react-router"), ["typegen"], siteOptions);
      await run(getToolPath("tsc"), ["-p", "."], siteOptions);
    }
  });
  await step("Lint", () => run(getToolPath("oxlint"), ["--deny-warnings"], rootOptions));
  await step("Import rules", () => run(getNodePath(), ["scripts/modules.ts", "--check"], rootOptions));
  await step("Unused code", () => run(getToolPath("knip"), [], rootOptions));
  return step("Unit and integration tests", () => runVitest("vitest.config.ts"));
}

/**
 * Runs the tests of a Vitest configuration.
 * @param {string} config file name of the configuration
 * @returns {Promise<import("./steps.mjs").TestCount>} how many tests passed
 */
export function runVitest(config) {
  const report = join(cacheFolder, "tests.json");
  mkdirSync(cacheFolder, { recursive: true });
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return runAndCountTests(
    () =>
      run(getToolPath("vitest"), ["run", `--config=${config}`, ...reporters], { cwd: root, env: getToolEnvironment() }),
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
