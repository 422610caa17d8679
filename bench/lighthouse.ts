import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Report, calculateMedian } from "./measure.ts";
import { type BenchPaths, getBenchPaths } from "./pages.ts";
import { chromiumFlags, openChromium } from "./phone.ts";

const execute = promisify(execFile);
const RUNS = 5;
const MAX_REPORT_BYTES = 64 * 1024 * 1024;
const languages = [
  { locale: "ru-RU", prefix: "" },
  { locale: "en-US", prefix: "/en-US" },
] as const;
/** The screen of Lighthouse's mobile preset: a visit with it creates the image sizes in advance. */
const screen = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

type Audit = { title: string; score: number | null; numericValue?: number };
type LighthouseReport = {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
  environment: { benchmarkIndex: number };
};

/**
 * Runs Lighthouse's mobile preset on the benchmark pages in both languages. Times are those of its simulated phone, in
 * ms.
 */
export async function measureLighthouse(origin: string, report: Report): Promise<void> {
  const indices: number[] = [];
  for (const { locale, prefix } of languages) {
    const pages = Object.entries(await getBenchPaths(origin)) as [keyof BenchPaths, string][];
    for (const [name, path] of pages) {
      const url = origin + (path === "/" ? prefix || "/" : prefix + path);
      await warmUp(url, locale);
      const reports: LighthouseReport[] = [];
      for (let index = 0; index < RUNS; index++) reports.push(await runLighthouse(url, locale));
      report(`${name}, ${locale}`, formatSummary(reports), "98, 100, 100, 100; LCP 1500 ms, TBT 80 ms, CLS 0.01");
      const failed = new Set(reports.flatMap(listFailedAudits));
      if (failed.size > 0) console.error(`  failed audits: ${[...failed].join(", ")}`);
      indices.push(...reports.map(({ environment }) => environment.benchmarkIndex));
    }
  }
  report(
    "CPU benchmark index of Lighthouse",
    calculateMedian(indices).toFixed(0),
    "above 1000; otherwise the times are not meaningful",
  );
}

/** Visits a page once with the screen of the mobile preset. */
async function warmUp(url: string, locale: string): Promise<void> {
  const browser = await openChromium();
  try {
    const page = await (await browser.newContext({ ...screen, locale })).newPage();
    await page.goto(url, { waitUntil: "networkidle", timeout: 120_000 });
  } finally {
    await browser.close();
  }
}

/**
 * Runs Lighthouse, again after a failure, because it sometimes misses the start of a page.
 * @throws if it fails twice.
 */
async function runLighthouse(url: string, locale: string, isRetry = false): Promise<LighthouseReport> {
  const program = process.env["LIGHTHOUSE_PATH"];
  if (!program) throw new Error("LIGHTHOUSE_PATH is not set: start with npm run bench -- lighthouse");
  const chrome = `--chrome-flags=--headless=new ${chromiumFlags.join(" ")}`;
  const headers = `--extra-headers=${JSON.stringify({ "accept-language": locale })}`;
  try {
    const { stdout } = await execute(process.execPath, [program, url, "--quiet", "--output=json", chrome, headers], {
      env: { ...process.env, CHROME_PATH: process.env["CHROMIUM_PATH"] },
      maxBuffer: MAX_REPORT_BYTES,
    });
    return JSON.parse(stdout) as LighthouseReport;
  } catch (error) {
    if (!isRetry) return runLighthouse(url, locale, true);
    const { stderr } = error as { stderr?: string };
    throw new Error(`Lighthouse failed twice at ${url}: ${stderr?.split("\n", 1)[0] ?? String(error)}`, {
      cause: error,
    });
  }
}

/** Formats the median scores and times of several runs. */
function formatSummary(reports: readonly LighthouseReport[]): string {
  const getScore = (category: string) =>
    Math.round(calculateMedian(reports.map(({ categories }) => categories[category]?.score ?? 0)) * 100);
  const getMetric = (audit: string) =>
    calculateMedian(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const scores = `performance ${getScore("performance")}, accessibility ${getScore("accessibility")}, best practices ${getScore("best-practices")}, SEO ${getScore("seo")}`;
  const times = `LCP ${getMetric("largest-contentful-paint").toFixed(0)} ms, TBT ${getMetric("total-blocking-time").toFixed(0)} ms`;
  return `${scores}; ${times}, CLS ${getMetric("cumulative-layout-shift").toFixed(3)}`;
}

/** Returns the failed audits, except those of performance. */
function listFailedAudits({ categories, audits }: LighthouseReport): string[] {
  return Object.entries(categories)
    .filter(([name]) => name !== "performance")
    .flatMap(([, { auditRefs }]) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id} (${audits[id]?.title})`);
}
