// npm test: everything that verify does, then the browser stories.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "./chromium.mjs";
import { cache, installPackages, root, tool, toolPath } from "./packages.mjs";
import { counted, countLine, run, step, told } from "./steps.mjs";
import { buildStorefront } from "./storefront.mjs";
import { verify } from "./verify.mjs";

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
      const { stats } = JSON.parse(readFileSync(report, "utf8"));
      if (stats.flaky > 0) console.log(`… ${stats.flaky} told twice: their browser had stopped making frames`);
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
    },
  );
}
