// npm run bench: what the built shop reaches on this machine, as a table.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { type BuiltShop, startBuiltShop } from "../e2e/built-shop.ts";
import { measureCheckout } from "./checkout.ts";
import { measureCatalogue } from "./catalogue.ts";
import { measureFeeds } from "./feeds.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureMail } from "./mail.ts";
import { ask, median, memoryMb, type Note, processorSeconds } from "./measure.ts";
import { pagesOf, read } from "./pages.ts";
import { weigh } from "./phone.ts";
import { measureProduct } from "./product.ts";
import { measurePayments } from "./payments.ts";
import { judgeSearch } from "./search.ts";
import { measureTaps } from "./taps.ts";
import { measureWeights } from "./weights.ts";

const RUNS = 3;
const SECONDS = 10;
const CONNECTIONS = 10;
const PAGES_FOR_MEMORY = 10_000;
const LARGE = 100_000;
const plain = { accept: "text/html", "accept-language": "ru-RU" };
const packed = { ...plain, "accept-encoding": "br, gzip" };

const rows: string[][] = [];
const note: Note = (what, reached, wanted = "") => {
  rows.push([what, reached, wanted]);
  console.error(`${what}: ${reached}`);
};

const folder = mkdtempSync(join(tmpdir(), "furoshiki-bench-"));
try {
  const dataDir = join(folder, "600");
  if (process.argv.includes("mail")) await measureMail(folder, note);
  else if (process.argv.includes("search")) await measureSearch(dataDir);
  else if (process.argv.includes("checkout")) await measureCheckout(dataDir, numberWanted("seconds", 60), note);
  else if (process.argv.includes("catalogue")) await measureCatalogue(folder, note);
  else if (process.argv.includes("feeds")) await measureFeeds(dataDir, numberWanted("products", LARGE), note);
  else if (process.argv.includes("product")) await measureProduct(dataDir, note);
  else if (process.argv.includes("payments"))
    await measurePayments(join(folder, "payments"), numberWanted("payments", 500), note);
  else if (process.argv.includes("lighthouse")) await inShop(dataDir, ({ origin }) => measureLighthouse(origin, note));
  else if (process.argv.includes("taps")) await inShop(dataDir, ({ origin }) => measureTaps(origin, note));
  else await measureShop(dataDir);
  if (process.argv.includes("--large")) await measureLarge(join(folder, "large"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${cpus().length} processors, ${cpus()[0]?.model ?? ""}, Node ${process.version}\n`);
console.log(
  ["| what | reached | wanted |", "|---|---|---|", ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n"),
);

/** `--seconds=10`, `--payments=20`, `--products=5000` for a short look. */
function numberWanted(name: string, otherwise: number): number {
  const option = `--${name}=`;
  const asked = process.argv.find((argument) => argument.startsWith(option))?.slice(option.length);
  return Number(asked ?? otherwise);
}

async function measureShop(dataDir: string): Promise<void> {
  await (await timedStart(dataDir, "first start, with the demo shop", "90 s with a warm npm cache")).stop();
  const shop = await timedStart(dataDir, "second start", "5 s");
  try {
    const { home, category, product } = await pagesOf(shop.origin);
    const pages = { home, category, product };
    for (const [name, path] of Object.entries(pages)) await measurePage(shop, name, path);
    await measureListing(shop.origin, "600 products", 20);
    const { origin } = shop;
    await ask({
      origin,
      paths: Object.values(pages),
      headers: plain,
      connections: CONNECTIONS,
      amount: PAGES_FOR_MEMORY,
    });
    note(`memory after ${PAGES_FOR_MEMORY} pages more`, `${memoryMb(shop.pid).toFixed(0)} MB`, "350 MB");
    const weight = await weigh(origin + product);
    note("script of the product page, Brotli", `${weight.scriptKb.toFixed(1)} KB`, "125 KB");
    note(
      "everything on the product page, phone",
      `${weight.allKb.toFixed(1)} KB, ${weight.requests} requests`,
      "400 KB",
    );
    measureWeights(note);
  } finally {
    await shop.stop();
  }
}

async function measurePage({ origin, pid }: BuiltShop, name: string, path: string): Promise<void> {
  const flood = { origin, paths: [path], connections: CONNECTIONS, seconds: SECONDS };
  await ask({ ...flood, headers: plain, seconds: 3 });
  const used = processorSeconds(pid);
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await ask({ ...flood, headers: plain }));
  const asked = runs.reduce((sum, { asked }) => sum + asked, 0);
  const each = ((processorSeconds(pid) - used) / asked) * 1000;
  const rate = median(runs.map(({ perSecond }) => perSecond));
  const size = median(runs.map(({ bytes }) => bytes)) / 1024;
  note(
    `${name} page, ${CONNECTIONS} connections`,
    `${rate.toFixed(0)} pages/s, ${each.toFixed(2)} ms of processor, ${size.toFixed(0)} KB`,
    "200 pages/s",
  );
  const small = await ask({ ...flood, headers: packed });
  note(`${name} page, Brotli`, `${small.perSecond.toFixed(0)} pages/s, ${(small.bytes / 1024).toFixed(1)} KB`);
  const calm = await ask({ origin, paths: [path], headers: plain, perSecond: 50, seconds: SECONDS });
  note(`${name} page at 50 a second`, `p50 ${calm.p50.toFixed(1)} ms, p95 ${calm.p95?.toFixed(1)} ms`, "p95 30 ms");
}

async function measureListing(origin: string, size: string, wanted: number): Promise<void> {
  const { data: categories } = await read<Record<string, { link_rewrite: string }>>(origin, "/v1/categories");
  const slugs = Object.values(categories).map(({ link_rewrite }) => link_rewrite);
  const paths = slugs
    .slice(0, 8)
    .flatMap((slug) => [
      `/v1/products?category=${slug}`,
      `/v1/products?category=${slug}&price_min=500&price_max=3000&in_stock=1&sort=price_asc`,
      `/v1/products?category=${slug}&sort=rating&page=2&per_page=12`,
    ]);
  const headers = { accept: "application/json" };
  await ask({ origin, paths, headers, perSecond: 20, seconds: 2 });
  const seen = await ask({ origin, paths, headers, perSecond: 50, seconds: SECONDS });
  note(
    `listing with filters and facets, ${size}`,
    `p50 ${seen.p50.toFixed(1)} ms, p95 ${seen.p95?.toFixed(1)} ms`,
    `p95 ${wanted} ms`,
  );
}

async function measureLarge(dataDir: string): Promise<void> {
  const began = performance.now();
  execFileSync(process.execPath, ["shop/src/main.ts", "demo", "generate", "--products", String(LARGE)], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, DATA_DIR: dataDir, DEMO: "0" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  note(`generating ${LARGE} products`, `${((performance.now() - began) / 1000).toFixed(0)} s`);
  const shop = await startBuiltShop(dataDir, { DEMO: "0" });
  try {
    await measureListing(shop.origin, `${LARGE} products`, 60);
  } finally {
    await shop.stop();
  }
}

async function measureSearch(dataDir: string): Promise<void> {
  const wanted: Record<string, string> = { clean: "recall 0.95", bent: "recall 0.90" };
  await inShop(dataDir, async ({ origin }) => {
    for (const { name, queries, recall, reciprocalRank, foundNothing, poor } of await judgeSearch(origin)) {
      const reached = `recall ${recall.toFixed(3)}, mean reciprocal rank ${reciprocalRank.toFixed(3)}, nothing found ${(foundNothing * 100).toFixed(1)} %`;
      note(`${queries} ${name} queries`, reached, wanted[name]);
      if (poor.length > 0) console.error(`  less than wanted: ${poor.join(", ")}`);
    }
  });
}

async function inShop(dataDir: string, measure: (shop: BuiltShop) => Promise<void>): Promise<void> {
  const shop = await startBuiltShop(dataDir);
  try {
    await measure(shop);
  } finally {
    await shop.stop();
  }
}

async function timedStart(dataDir: string, what: string, wanted: string): Promise<BuiltShop> {
  const began = performance.now();
  const shop = await startBuiltShop(dataDir);
  note(what, `${((performance.now() - began) / 1000).toFixed(1)} s`, wanted);
  return shop;
}
