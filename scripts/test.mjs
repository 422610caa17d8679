// npm test: runs all checks of verify, then the tests of whole processes and the browser specs.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { findChromium } from "./chromium.mjs";
import { cacheFolder, installPackages, root, getToolPath, getToolEnvironment } from "./packages.mjs";
import { runAndCountTests, formatCount, run, step, StepError, TimeoutError, runScript } from "./steps.mjs";
import { buildSites } from "./sites.mjs";
import { runVitest, verify } from "./verify.mjs";

// One worker if other programs already use every core: a second one would make both exceed their time limits.
process.env.TEST_WORKERS ??= (loadavg()[0] ?? 0) < availableParallelism() ? "2" : "1";

/** The most browser tests that may pass only when repeated. More point to a defect, not to a busy machine. */
const MAX_FLAKY_TESTS = 2;

/** Several times as long as they take on a busy machine. */
const PROCESS_TESTS_TIMEOUT_MS = 15 * 60_000;

/** They take up to twenty minutes, and more than forty on a machine that is half as fast. */
const BROWSER_TESTS_TIMEOUT_MS = 60 * 60_000;

await runScript(async () => {
  await installPackages();
  const chromium = await findChromium();
  const verified = await verify();
  await buildSites();
  const processTests = await step("Tests of whole processes", runProcessTests);
  const browserTests = await step("Browser specs", () => runBrowserTests(chromium));
  const passed = verified.passed + processTests.passed + browserTests.passed;
  console.log(formatCount({ passed, failed: 0 }));
});

/**
 * Runs the tests that start processes of their own, and once more if they hang: what they printed is kept, so that the
 * cause can be found, but a process that a busy machine does not end in time fails no other test.
 */
async function runProcessTests() {
  const runTests = () => runVitest("vitest.processes.config.ts", PROCESS_TESTS_TIMEOUT_MS);
  try {
    return await runTests();
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error;
    console.log(`${error.message}\n… repeated once, because it did not end`);
    return runTests();
  }
}

/** @param {string} chromium */
function runBrowserTests(chromium) {
  const report = join(cacheFolder, "browser-tests.json");
  rmSync(report, { force: true });
  const env = { ...getToolEnvironment(), CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const config = "--config=e2e/playwright.config.ts";
  return runAndCountTests(
    () =>
      run(getToolPath("playwright"), ["test", config, "--reporter=list,json"], {
        cwd: root,
        env,
        timeoutMs: BROWSER_TESTS_TIMEOUT_MS,
      }),
    () => {
      /** @type {{ stats: Record<"expected" | "flaky" | "unexpected", number>, suites: Suite[] }} */
      const { stats, suites } = JSON.parse(readFileSync(report, "utf8"));
      const tests = suites.flatMap(listTests);
      for (const test of tests) printFailedPages(test);
      const flakyTitles = tests.filter(({ status }) => status === "flaky").map(({ title }) => title);
      for (const title of flakyTitles) console.log(`… passed only when repeated: ${title}`);
      if (flakyTitles.length > MAX_FLAKY_TESTS)
        throw new StepError(
          `${flakyTitles.length} browser tests passed only when repeated; at most ${MAX_FLAKY_TESTS} may.`,
        );
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
    },
  );
}

/**
 * @typedef {{ name: string, path?: string }} Attachment
 * @typedef {{ status: string, results: { attachments: Attachment[] }[] }} TestReport
 * @typedef {{ title: string, specs?: { title: string, tests: TestReport[] }[], suites?: Suite[] }} Suite
 * @param {Suite} suite of Playwright's JSON report
 * @returns {(TestReport & { title: string })[]} its tests, with the titles of the suites in theirs
 */
function listTests({ title, specs = [], suites = [] }) {
  const tests = [
    ...specs.flatMap((spec) => spec.tests.map((test) => ({ ...test, title: spec.title }))),
    ...suites.flatMap(listTests),
  ];
  return tests.map((test) => ({ ...test, title: `${title} › ${test.title}` }));
}

/** The most lines of a page that are printed. */
const MAX_PAGE_LINES = 200;

/**
 * Prints what the page contained when an attempt of a test failed: the log may be all that is left of a run.
 * @param {TestReport & { title: string }} test
 */
function printFailedPages({ title, results }) {
  for (const { path } of results.flatMap(({ attachments }) => attachments)) {
    if (!path?.endsWith("error-context.md") || !existsSync(path)) continue;
    const [, page] = /```yaml\n(.*?)```/s.exec(readFileSync(path, "utf8")) ?? [];
    if (page) console.log(`… page of ${title}:\n${page.split("\n").slice(0, MAX_PAGE_LINES).join("\n")}`);
  }
}
