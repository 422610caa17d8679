import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Note, median } from "./measure.ts";
import { type Pages, pagesOf } from "./pages.ts";
import { flags, openChromium } from "./phone.ts";

const run = promisify(execFile);
const RUNS = 3;
const REPORT_BYTES = 64 * 1024 * 1024;
const languages = [
  { locale: "ru-RU", prefix: "" },
  { locale: "en-US", prefix: "/en-US" },
] as const;
/** The screen that Lighthouse's mobile preset takes: the pictures it asks for are made before it comes. */
const screen = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

type Audit = { title: string; score: number | null; numericValue?: number };
type Report = {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
  environment: { benchmarkIndex: number };
};

/** Lighthouse's mobile preset for the pages of a visit, in both languages. Times are of its simulated phone, in ms. */
export async function measureLighthouse(origin: string, note: Note): Promise<void> {
  const indices: number[] = [];
  for (const { locale, prefix } of languages) {
    const pages = Object.entries(await pagesOf(origin)) as [keyof Pages, string][];
    for (const [name, path] of pages) {
      const address = origin + (path === "/" ? prefix || "/" : prefix + path);
      await warm(address, locale);
      const reports: Report[] = [];
      for (let at = 0; at < RUNS; at++) reports.push(await examine(address, locale));
      note(`${name}, ${locale}`, summary(reports), "95, 100, 100, 100; CLS below 0.02");
      const failed = new Set(reports.flatMap(failedAudits));
      if (failed.size > 0) console.error(`  less than whole: ${[...failed].join(", ")}`);
      indices.push(...reports.map(({ environment }) => environment.benchmarkIndex));
    }
  }
  note("the processor, as Lighthouse rates it", median(indices).toFixed(0), "above 1000, or the times mean little");
}

/** Asks a page once, as that phone would. */
async function warm(address: string, locale: string): Promise<void> {
  const browser = await openChromium();
  try {
    const page = await (await browser.newContext({ ...screen, locale })).newPage();
    await page.goto(address, { waitUntil: "networkidle", timeout: 120_000 });
  } finally {
    await browser.close();
  }
}

/** @throws where Lighthouse fails twice; now and then it misses the beginning of a page, and says so. */
async function examine(address: string, locale: string, isSecond = false): Promise<Report> {
  const program = process.env["LIGHTHOUSE_PATH"];
  if (!program) throw new Error("LIGHTHOUSE_PATH names no Lighthouse: start with npm run bench -- lighthouse");
  const chrome = `--chrome-flags=--headless=new ${flags.join(" ")}`;
  const headers = `--extra-headers=${JSON.stringify({ "accept-language": locale })}`;
  try {
    const { stdout } = await run(process.execPath, [program, address, "--quiet", "--output=json", chrome, headers], {
      env: { ...process.env, CHROME_PATH: process.env["CHROMIUM_PATH"] },
      maxBuffer: REPORT_BYTES,
    });
    return JSON.parse(stdout) as Report;
  } catch (error) {
    if (!isSecond) return examine(address, locale, true);
    const { stderr } = error as { stderr?: string };
    throw new Error(`Lighthouse failed twice at ${address}: ${stderr?.split("\n", 1)[0] ?? String(error)}`, {
      cause: error,
    });
  }
}

function summary(reports: readonly Report[]): string {
  const score = (category: string) =>
    Math.round(median(reports.map(({ categories }) => categories[category]?.score ?? 0)) * 100);
  const metric = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const scores = `performance ${score("performance")}, accessibility ${score("accessibility")}, best practices ${score("best-practices")}, SEO ${score("seo")}`;
  const times = `LCP ${metric("largest-contentful-paint").toFixed(0)} ms, TBT ${metric("total-blocking-time").toFixed(0)} ms`;
  return `${scores}; ${times}, CLS ${metric("cumulative-layout-shift").toFixed(3)}`;
}

/** What took points from a page, except for its speed, which is many small things. */
function failedAudits({ categories, audits }: Report): string[] {
  return Object.entries(categories)
    .filter(([name]) => name !== "performance")
    .flatMap(([, { auditRefs }]) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id} (${audits[id]?.title})`);
}
