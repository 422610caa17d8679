// npm run bench -- valkey: limits of attempts in the database and in Valkey, and the pages of a process that has just started.
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { startValkeyServer, type ValkeyServer } from "../api/test/valkey-server.ts";
import type { AppContext } from "../api/src/platform/http/endpoint.ts";
import { consumeRateLimit, countRateLimitsInValkey } from "../api/src/platform/http/rate-limits.ts";
import { openValkey } from "../api/src/platform/valkey/open-valkey.ts";
import { startTestStorefront, type Storefront } from "../e2e/storefront.ts";
import { findPort } from "../server/src/http/listen.ts";
import { withApp } from "./app.ts";
import { getCpuSeconds, type Report } from "./measure.ts";
import { fetchJson } from "./pages.ts";

const PAGE_COUNT = 500;
const CONNECTIONS = 10;
const SETTLE_MS = 17_000;
const ATTEMPTS = 20_000;
const headers = { accept: "text/html", "accept-language": "ru-RU", "accept-encoding": "zstd" };

/** Measures with a Valkey server of its own. */
export async function measureValkey(dataDir: string, report: Report): Promise<void> {
  const server = await startValkeyServer("--maxmemory", "256mb", "--maxmemory-policy", "volatile-ttl");
  try {
    const port = await findPort({ host: "127.0.0.1", port: 0 });
    // The names of responses have the configuration, with the address of the store.
    const env = {
      ACCESS_LOG: "0",
      PORT: String(port),
      SHOP_SECRET: "a secret of all processes",
      VALKEY_URL: server.url,
    };
    await measureColdPages(dataDir, env, report);
    await withApp(dataDir, async (app) => measureRateLimits(app, server, report));
  } finally {
    await server.close();
  }
}

async function measureRateLimits(app: AppContext, server: ValkeyServer, report: Report): Promise<void> {
  const valkey = await openValkey(server.config, app.log);
  const measure = async (name: string, subjects: number) => {
    const limit = { max: ATTEMPTS, windowSeconds: 3600, now: app.clock.now() };
    const startedAt = performance.now();
    await runConcurrently(Array.from({ length: ATTEMPTS }), async (_, index) =>
      consumeRateLimit(app.db, { name, subject: index % subjects }, limit),
    );
    report(name, `${((ATTEMPTS / (performance.now() - startedAt)) * 1000).toFixed(0)}/s`);
  };
  const measureBoth = async (store: string) => {
    await measure(`${store}, an attempt of each of ${ATTEMPTS}`, ATTEMPTS);
    await measure(`${store}, ${ATTEMPTS} attempts of one`, 1);
  };
  await measureBoth("PostgreSQL");
  countRateLimitsInValkey(app.db, valkey);
  await measureBoth("Valkey");
  const info = await valkey.run("connection", async (client) => client.info("memory"));
  report("memory of Valkey", /^used_memory_human:(.*?)\r?$/m.exec(info)?.[1] ?? "");
  await valkey.close();
}

/** Measures the first request for each page, of a process that has just started, without and with the pages of another one. */
async function measureColdPages(dataDir: string, env: Record<string, string>, report: Report): Promise<void> {
  await withStore(dataDir, env, async (store) => {
    const paths = await listPages(store);
    await sleep(SETTLE_MS);
    await measurePages(store, "first request of a page, rendered", paths, report);
    await sleep(1000);
    await measurePages(store, "second request of a page, from memory", paths, report);
  });
  await withStore(dataDir, env, async (store) => {
    const paths = await listPages(store);
    await measurePages(store, "first request after a restart, from Valkey", paths, report);
  });
}

async function withStore(dataDir: string, env: Record<string, string>, work: (store: Storefront) => Promise<void>) {
  const store = await startTestStorefront(dataDir, env);
  try {
    await work(store);
  } finally {
    await store.stop();
  }
}

async function listPages({ origin }: Storefront): Promise<string[]> {
  const paths: string[] = [];
  for (let page = 1; paths.length < PAGE_COUNT; page++) {
    const { data } = await fetchJson<{ items: { link_rewrite: string }[] }>(
      origin,
      `/v1/products?per_page=48&page=${page}`,
    );
    if (data.items.length === 0) break;
    paths.push(...data.items.map(({ link_rewrite }) => `/${link_rewrite}`));
  }
  return paths.slice(0, PAGE_COUNT);
}

async function measurePages({ origin, pid }: Storefront, name: string, paths: string[], report: Report): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const counts: Record<string, number> = {};
  const cpuBefore = getCpuSeconds(pid);
  const startedAt = performance.now();
  await runConcurrently(paths, async (path) => {
    const status = await new Promise<string>((resolve, reject) => {
      get(origin + path, { agent, headers }, (response) => {
        response.resume().on("end", () => resolve(String(response.headers["x-cache"])));
      }).on("error", reject);
    });
    counts[status] = (counts[status] ?? 0) + 1;
  });
  const perSecond = (paths.length / (performance.now() - startedAt)) * 1000;
  const cpuMs = ((getCpuSeconds(pid) - cpuBefore) * 1000) / paths.length;
  agent.destroy();
  report(name, `${perSecond.toFixed(0)} pages/s, ${cpuMs.toFixed(2)} ms of CPU, ${JSON.stringify(counts)}`);
}

/** Calls `work` for each item, for ten items at the same time. */
async function runConcurrently<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
  const entries = items.entries();
  const runOne = async () => {
    for (const [index, item] of entries) await work(item, index);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, runOne));
}
