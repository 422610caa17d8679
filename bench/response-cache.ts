// npm run bench -- response-cache: pages and API responses from the cache and rendered, beside a plain node:http server.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buffer } from "node:stream/consumers";
import { startStorefront, type Storefront } from "../e2e/storefront.ts";
import { calculateMedian, getCpuSeconds, getMemoryMb, type Report, runLoad } from "./measure.ts";
import { getBenchPaths } from "./pages.ts";
import type { PlainResponse } from "./plain-server.ts";

const RUNS = 3;
const SECONDS = 5;
const SETTLE_MS = 17_000;
const CONNECTIONS = 10;
const MEMORY_TEST_PAGE_COUNT = 100_000;
const headers = { accept: "text/html, application/json", "accept-language": "ru-RU", "accept-encoding": "br" };

/**
 * Measures the same requests with and without the cache, a plain server that sends the same bytes, and the memory of a
 * process that has served only pages.
 */
export async function measureResponseCache(dataDir: string, report: Report): Promise<void> {
  const env = { MAX_EVENT_LOOP_DELAY_MS: "0", WARM_IMAGE_CACHE: "0", ACCESS_LOG: "0" };
  await withStore(dataDir, { ...env, RESPONSE_CACHE_MB: "0" }, async (store) => {
    for (const [name, path] of await listPaths(store)) await measureRate(store, `${name}, not cached`, path, report);
  });
  await withStore(dataDir, env, async (store) => {
    const paths = await listPaths(store);
    // For the first seconds nothing is stored, because something may have changed just before the start.
    await sleep(SETTLE_MS);
    for (const [name, path, target] of paths) {
      await measureRate(store, `${name}, cached`, path, report, target);
      const plain = await startPlainServer(dataDir, store.origin + path);
      await measureRate(plain, `${name}, plain node:http`, path, report);
      await plain.stop();
    }
    const pages = paths.slice(0, 3).map(([, path]) => path);
    const load = { origin: store.origin, headers };
    const { p50, p99 } = await runLoad({ ...load, paths: pages, perSecond: 200, seconds: SECONDS });
    report("pages at 200 requests/s, cached", `p50 ${p50.toFixed(1)} ms, p99 ${p99?.toFixed(1)} ms`, "p99 30 ms");
    report("memory after all of them", `${getMemoryMb(store.pid).toFixed(0)} MB`);
  });
  const memory: number[] = [];
  for (let run = 0; run < RUNS; run++)
    await withStore(dataDir, env, async (store) => {
      memory.push(await measureMemoryMb(store));
    });
  report(`memory after ${MEMORY_TEST_PAGE_COUNT} cached pages`, `${calculateMedian(memory).toFixed(0)} MB`, "250 MB");
}

/** Serves pages from the cache, and returns the memory of the process then. */
async function measureMemoryMb(store: Storefront): Promise<number> {
  const { home, category, product } = await getBenchPaths(store.origin);
  const load = { origin: store.origin, paths: [home, category, product], headers, connections: CONNECTIONS };
  await sleep(SETTLE_MS);
  await runLoad({ ...load, amount: MEMORY_TEST_PAGE_COUNT });
  return getMemoryMb(store.pid);
}

async function withStore(
  dataDir: string,
  env: Record<string, string>,
  measure: (store: Storefront) => Promise<void>,
): Promise<void> {
  const store = await startStorefront(dataDir, env);
  try {
    await measure(store);
  } finally {
    await store.stop();
  }
}

/** Returns name, path and target of what is measured. */
async function listPaths({ origin }: Storefront): Promise<[name: string, path: string, target: string][]> {
  const { home, category, product } = await getBenchPaths(origin);
  const slug = category.split("/").at(-1);
  return [
    ["home page", home, ""],
    ["category page", category, ""],
    ["product page", product, "60 % of node:http"],
    ["API, product", `/v1/products${product}`, "3000/s"],
    ["API, listing with facets", `/v1/products?category=${slug}`, "1500/s"],
    ["API, search", "/v1/products?q=%D0%BA%D1%80%D0%B5%D0%BC", "1000/s"],
    ["API, suggestions", "/v1/search/suggest?q=%D0%BA%D1%80%D0%B5", "1000/s"],
  ];
}

type Server = Pick<Storefront, "origin" | "pid">;

/** Measures the maximum rate, which the program that sends the requests limits too, and the CPU time of a request. */
async function measureRate({ origin, pid }: Server, name: string, path: string, report: Report, target = "") {
  const load = { origin, paths: [path], headers, connections: CONNECTIONS };
  await runLoad({ ...load, seconds: 2 });
  const cpuBefore = getCpuSeconds(pid);
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await runLoad({ ...load, seconds: SECONDS }));
  const requestCount = runs.reduce((sum, run) => sum + run.requestCount, 0);
  const cpuMs = ((getCpuSeconds(pid) - cpuBefore) * 1000) / requestCount;
  const perSecond = calculateMedian(runs.map((run) => run.perSecond));
  report(name, `${perSecond.toFixed(0)}/s, ${cpuMs.toFixed(3)} ms of CPU`, target);
}

/** Starts a server that sends what a URL responds with, in a process of its own. */
async function startPlainServer(folder: string, url: string): Promise<Server & Pick<Storefront, "stop">> {
  const response = await new Promise<{ fields: string[]; body: Buffer }>((resolve, reject) => {
    request(url, { headers }, (incoming) => {
      buffer(incoming).then((body) => resolve({ fields: incoming.rawHeaders, body }), reject);
    })
      .on("error", reject)
      .end();
  });
  const bodyFile = join(folder, "plain-body");
  writeFileSync(bodyFile, response.body);
  const input: PlainResponse = { bodyFile, fields: withoutConnectionHeaders(response.fields) };
  const child: ChildProcess = fork(join(import.meta.dirname, "plain-server.ts"), [JSON.stringify(input)]);
  const [port] = (await once(child, "message")) as [number];
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill();
      await once(child, "exit");
    },
  };
}

function withoutConnectionHeaders(fields: readonly string[]): string[] {
  return fields.flatMap((name, index) =>
    index % 2 === 0 && !/^(?:connection|date|keep-alive|transfer-encoding)$/i.test(name)
      ? [name, fields[index + 1] ?? ""]
      : [],
  );
}
