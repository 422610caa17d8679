import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { startBuiltShop } from "../e2e/built-shop.ts";
import { ask, memoryMb, type Note } from "./measure.ts";
import { pagesOf } from "./pages.ts";

const PAGES = 500;
const SAMPLE_MS = 50;
const KEPT_BYTES = 100_000;
const headers = { accept: "text/html", "accept-language": "ru-RU" };

/** Sitemaps and feeds of a large shop, each made anew: in what time, and how much the shop grows by it. */
export async function measureFeeds(dataDir: string, products: number, note: Note): Promise<void> {
  execFileSync(process.execPath, ["shop/src/main.ts", "demo", "generate", "--products", String(products)], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, DATA_DIR: dataDir, DEMO: "0" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const shop = await startBuiltShop(dataDir, { DEMO: "0" });
  try {
    const { origin, pid } = shop;
    // A shop that has been asked for pages already: what it grew by them is not counted.
    const { home, category, product } = await pagesOf(origin);
    await ask({ origin, paths: [home, category, product], headers, connections: 4, amount: PAGES });
    const before = memoryMb(pid);
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, memoryMb(pid));
    }, SAMPLE_MS);
    const index = await taken(origin, ["/sitemap.xml"]);
    const files = [...index.text.matchAll(/<loc>[^<]*?(\/sitemaps\/[^<]+)<\/loc>/g)].map(([, path = ""]) => path);
    const sitemaps = await taken(origin, files);
    const feeds = await taken(origin, ["/feeds/yml.xml", "/feeds/google.xml"]);
    clearInterval(watch);
    const told = ({ seconds, bytes }: Taken) => `${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB as it travels`;
    const all = index.seconds + sitemaps.seconds + feeds.seconds;
    note(
      `sitemap of ${products} products, its index and ${files.length} files`,
      told({ ...sitemaps, seconds: index.seconds + sitemaps.seconds }),
      "10 s",
    );
    note(`feeds of ${products} products for Yandex and Google`, told(feeds), "10 s");
    note("all of them", `${all.toFixed(1)} s, the shop grew by ${(most - before).toFixed(0)} MB`, "100 MB");
  } finally {
    await shop.stop();
  }
}

type Taken = { seconds: number; bytes: number; text: string };

/** Takes files one after another, packed as search engines ask for them; the text of the last one is kept where it is small. */
async function taken(origin: string, paths: readonly string[]): Promise<Taken> {
  const began = performance.now();
  let bytes = 0;
  let kept: Buffer[] = [];
  for (const path of paths) {
    const request = get(origin + path, { headers: { "accept-encoding": "gzip" } });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
    kept = [];
    for await (const part of response as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes < KEPT_BYTES) kept.push(part);
    }
  }
  const seconds = (performance.now() - began) / 1000;
  return { seconds, bytes, text: bytes < KEPT_BYTES ? gunzipSync(Buffer.concat(kept)).toString() : "" };
}
