import { evaluateSearch } from "../demo/search-gate/evaluate-search.ts";
import type { Report } from "./measure.ts";

const isSearch = (path: string) => path.includes("?q=");

/** Runs the everyday queries of each language, one after another, against a started demo shop. */
export async function measureSearchQuality(origin: string, report: Report): Promise<void> {
  const times: number[] = [];
  const qualities = await evaluateSearch(async (path, locale) => {
    const startedAt = performance.now();
    const response = await fetch(origin + path, { headers: { accept: "application/json", "accept-language": locale } });
    if (!response.ok) throw new Error(`${path} responded ${response.status}`);
    const { data } = (await response.json()) as { data: unknown };
    if (isSearch(path)) times.push(performance.now() - startedAt);
    return data;
  });
  for (const { locale, queries, failures } of qualities) {
    const share = ((1 - failures.length / queries) * 100).toFixed(1);
    report(`${queries} everyday queries, ${locale}`, `${share} % found what they should`, "97 %");
    for (const failure of failures) console.error(`  ${failure}`);
  }
  times.sort((a, b) => a - b);
  const getPercentile = (percent: number) => (times[Math.floor(((times.length - 1) * percent) / 100)] ?? 0).toFixed(1);
  report(`${times.length} searches, one after another`, `p50 ${getPercentile(50)} ms, p95 ${getPercentile(95)} ms`);
}
