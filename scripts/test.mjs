// npm test: everything that verify does, then the browser stories.
import { readFileSync, rmSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { findChromium } from "./chromium.mjs";
import { cache, installPackages, root, tool, toolPath } from "./packages.mjs";
import { counted, countLine, run, step, told } from "./steps.mjs";
import { buildStorefront } from "./storefront.mjs";
import { verify } from "./verify.mjs";

// One worker when other programs already keep every core busy: a second one would make both miss their time limits.
process.env.TEST_WORKERS ??= (loadavg()[0] ?? 0) < availableParallelism() ? "2" : "1";

await told(async () => {
  await installPackages();
  const chromium = await findChromium();
  const checked = await verify();
  await buildStorefront();
  const stories = await step("Browser stories", () => tellStories(chromium));
  console.log(countLine({ passed: checked.passed + stories.passed, failed: 0 }));
});

/** @param {string} chromium */
function tellStories(chromium) {
  const report = join(cache, "stories.json");
  rmSync(report, { force: true });
  const env = { ...toolPath(), CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const config = "--config=e2e/playwright.config.ts";
  return counted(
    () => run(tool("playwright"), ["test", config, "--reporter=list,json"], { cwd: root, env }),
    () => {
      const { stats, suites } = JSON.parse(readFileSync(report, "utf8"));
      for (const title of suites.flatMap(flakyTitles)) console.log(`… passed only when repeated: ${title}`);
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
    },
  );
}

/**
 * @typedef {{ title: string, specs?: { title: string, tests: { status: string }[] }[], suites?: Suite[] }} Suite
 * @param {Suite} suite of Playwright's JSON report
 * @returns {string[]} titles of the tests that failed first and passed when repeated
 */
function flakyTitles({ title, specs = [], suites = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky"));
  return [...own.map((spec) => spec.title), ...suites.flatMap(flakyTitles)].map((name) => `${title} › ${name}`);
}
