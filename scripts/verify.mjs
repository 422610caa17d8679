// npm run verify: everything that can be said about the sources without a browser.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cache, installPackages, root, shopNode, tool, toolPath } from "./packages.mjs";
import { counted, countLine, run, step, told } from "./steps.mjs";

/**
 * Runs every check in turn and stops at the first that finds something.
 * @returns {Promise<import("./steps.mjs").Count>} how many tests passed
 */
export async function verify() {
  const env = toolPath();
  const inWeb = { cwd: join(root, "web"), env };
  const inRoot = { cwd: root, env };
  await step("Format", () => run(tool("oxfmt"), ["--check"], inRoot));
  await step("Types of the tables", () => run(shopNode(), ["scripts/tables.ts", "--check"], inRoot));
  await step("Types", async () => {
    await run(tool("tsc"), ["-p", "."], inRoot);
    await run(tool("react-router"), ["typegen"], inWeb);
    await run(tool("tsc"), ["-p", "."], inWeb);
  });
  await step("Lint", () => run(tool("oxlint"), ["--deny-warnings"], inRoot));
  await step("Who imports whom", () => run(tool("depcruise"), ["."], inRoot));
  await step("Nothing unused", () => run(tool("knip"), [], inRoot));
  return step("Rule and room tests", runTests);
}

function runTests() {
  const report = join(cache, "tests.json");
  mkdirSync(cache, { recursive: true });
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return counted(
    () => run(tool("vitest"), ["run", ...reporters], { cwd: root, env: toolPath() }),
    () => {
      const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
      return { passed: numPassedTests, failed: numFailedTests };
    },
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await told(async () => {
    await installPackages();
    console.log(countLine(await verify()));
  });
}
