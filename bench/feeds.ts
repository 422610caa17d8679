import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { startStorefront } from "../e2e/storefront.ts";
import { runLoad, getMemoryMb, type Report } from "./measure.ts";
import { getBenchPaths } from "./pages.ts";

const WARM_UP_PAGES = 500;
const SAMPLE_INTERVAL_MS = 50;
const MAX_TEXT_BYTES = 100_000;
const headers = { accept: "text/html", "accept-language": "ru-RU" };

/** Measures the time to generate the sitemaps and feeds of a large store, and the growth of its memory. */
export async function measureFeeds(dataDir: string, productCount: number, report: Report): Promise<void> {
  execFileSync(process.execPath, ["cli/src/main.ts", "demo", "generate", "--products", String(productCount)], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, DATA_DIR: dataDir, DEMO: "0" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const shop = await startStorefront(dataDir, { DEMO: "0" });
  try {
    const { origin, pid } = shop;
    // Warms up with page requests, so that their memory is not counted.
    const { home, category, product } = await getBenchPaths(origin);
    await runLoad({ origin, paths: [home, category, product], headers, connections: 4, amount: WARM_UP_PAGES });
    const memoryBeforeMb = getMemoryMb(pid);
    let maxMemoryMb = memoryBeforeMb;
    const memoryTimer = setInterval(() => {
      maxMemoryMb = Math.max(maxMemoryMb, getMemoryMb(pid));
    }, SAMPLE_INTERVAL_MS);
    const index = await downloadFiles(origin, ["/sitemap.xml"]);
    const files = [...index.text.matchAll(/<loc>[^<]*?(\/sitemaps\/[^<]+)<\/loc>/g)].map(([, path = ""]) => path);
    const sitemaps = await downloadFiles(origin, files);
    const feeds = await downloadFiles(origin, ["/feeds/yml.xml", "/feeds/google.xml"]);
    clearInterval(memoryTimer);
    const formatDownload = ({ seconds, bytes }: Download) =>
      `${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB compressed`;
    const totalSeconds = index.seconds + sitemaps.seconds + feeds.seconds;
    report(
      `sitemap of ${productCount} products, its index and ${files.length} files`,
      formatDownload({ ...sitemaps, seconds: index.seconds + sitemaps.seconds }),
      "10 s",
    );
    report(`feeds of ${productCount} products for Yandex and Google`, formatDownload(feeds), "10 s");
    report(
      "all of them",
      `${totalSeconds.toFixed(1)} s, memory grew by ${(maxMemoryMb - memoryBeforeMb).toFixed(0)} MB`,
      "100 MB",
    );
  } finally {
    await shop.stop();
  }
}

type Download = { seconds: number; bytes: number; text: string };

/**
 * Downloads files one after another with gzip, like search engines do; returns the text of the last one if it is small.
 */
async function downloadFiles(origin: string, paths: readonly string[]): Promise<Download> {
  const startedAt = performance.now();
  let bytes = 0;
  let chunks: Buffer[] = [];
  for (const path of paths) {
    const request = get(origin + path, { headers: { "accept-encoding": "gzip" } });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`${path} responded ${response.statusCode}`);
    chunks = [];
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes < MAX_TEXT_BYTES) chunks.push(chunk);
    }
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, bytes, text: bytes < MAX_TEXT_BYTES ? gunzipSync(Buffer.concat(chunks)).toString() : "" };
}
