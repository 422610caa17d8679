import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { startBuiltShop } from "../e2e/built-shop.ts";
import { ask, memoryMb, type Note } from "./measure.ts";
import { pagesOf } from "./pages.ts";

const PAGES = 500;
const SAMPLE_MS = 50;
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
    const files = [...index.texts.join("").matchAll(/<loc>[^<]*?(\/sitemaps\/[^<]+)<\/loc>/g)].map(
      ([, path = ""]) => path,
    );
    const sitemaps = await taken(origin, files);
    const feeds = await taken(origin, ["/feeds/yml.xml", "/feeds/google.xml"]);
    clearInterval(watch);
    const told = ({ seconds, bytes }: Taken) => `${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB of text`;
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

type Taken = { seconds: number; bytes: number; texts: string[] };

/** Takes files one after another; only the texts of small ones are kept. */
async function taken(origin: string, paths: readonly string[]): Promise<Taken> {
  const began = performance.now();
  const texts: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    const response = await fetch(origin + path);
    if (!response.ok || !response.body) throw new Error(`${path} answered ${response.status}`);
    const decoder = new TextDecoder();
    let text = "";
    for await (const part of response.body) {
      bytes += part.length;
      if (text.length < 100_000) text += decoder.decode(part, { stream: true });
    }
    texts.push(text);
  }
  return { seconds: (performance.now() - began) / 1000, bytes, texts };
}
