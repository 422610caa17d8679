import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { channel } from "node:diagnostics_channel";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readConfig } from "../../../api/src/platform/config.ts";
import { queueEmail } from "../../../api/src/platform/mail/email-queue.ts";
import { openTestShop } from "../../../api/test/harness.ts";
import { getDatabaseUrl } from "../../test/database-url.ts";
import { findPort } from "../http/listen.ts";
import { startServer } from "../server.ts";
import { startRendering } from "./rendering.ts";

const PROMTOOL_PATH = "/usr/bin/promtool";
const shop = await openTestShop({ keepsData: true });
const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-metrics-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const deployFolder = join(import.meta.dirname, "../../../deploy");
const readDeployed = (file: string) => readFileSync(join(deployFolder, file), "utf8");

/** Runs a role with metrics while `work` runs. @returns the metrics afterwards */
async function collectFromRole(role: string, work: (origin: string) => Promise<void>): Promise<string> {
  const [port, metricsPort] = [
    await findPort({ host: "127.0.0.1", port: 0 }),
    await findPort({ host: "127.0.0.1", port: 0 }),
  ];
  const url = getDatabaseUrl(shop.connection);
  const { close } = await startServer(
    readConfig({
      ...{ DATABASE_URL: url, DATA_DIR: dataDir, DEMO: "0", ACCESS_LOG: "0" },
      // No replica, so that it is not used.
      DATABASE_READ_URL: url,
      ...{ ROLE: role, PORT: String(port), METRICS_PORT: String(metricsPort), WARM_IMAGE_CACHE: "0" },
    }),
  );
  try {
    await work(`http://127.0.0.1:${port}`);
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
    return await response.text();
  } finally {
    await close();
  }
}

let api = "";
let worker = "";
beforeAll(async () => {
  api = await collectFromRole("api", async (origin) => {
    for (const path of [
      "/v1/manufacturers",
      "/v1/manufacturers",
      "/v1/manufacturers/secret-code-17?email=a@b.c",
      "/x/y/z",
    ])
      await (await fetch(origin + path)).text();
    await fetch(`${origin}/v1/manufacturers`, { method: "PROPFIND" });
    channel("furoshiki.payment_settled").publish({ result: "succeeded" });
    startRendering("storefront").end();
  });
  worker = await collectFromRole("worker", async () => {
    const email = { recipient: "a@example.test", locale: "ru-RU" as const, template: "no_such_template" };
    await queueEmail(shop.db, { ...email, dedupKey: "metrics" });
    const countRetries = async () => (await shop.pool.query("select from pgboss.job where state = 'retry'")).rowCount;
    await vi.waitUntil(async () => (await countRetries()) === 1, { timeout: 20_000 });
  });
});

/** Returns the series of a metric: their labels and values. */
function readSeries(text: string, name: string): [labels: Record<string, string>, value: number][] {
  return text.split("\n").flatMap((line) => {
    const [, found, labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (found !== name) return [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = "", text_ = ""]) => [key, text_]);
    return [[Object.fromEntries(pairs) as Record<string, string>, Number(value)] as const];
  }) as [Record<string, string>, number][];
}

it("counts requests by role, template of the route, method and class of the status, and nothing else of them", () => {
  const counts = readSeries(api, "furoshiki_http_request_duration_seconds_count");
  const route = { role: "api", method: "GET" };
  expect(counts).toContainEqual([{ ...route, route: "/v1/manufacturers", status: "2xx" }, 2]);
  expect(counts).toContainEqual([{ ...route, route: "/v1/manufacturers/:slug", status: "4xx" }, 1]);
  expect(counts).toContainEqual([{ ...route, route: "other", status: "4xx" }, 1]);
  expect(counts).toContainEqual([{ role: "api", method: "other", route: "/v1/*", status: "4xx" }, 1]);
  expect(api).not.toMatch(/secret-code|a@b\.c|127\.0\.0\.1|PROPFIND/);
});

it("counts the responses of the cache, statements and what happens in the store", () => {
  expect(readSeries(api, "furoshiki_response_cache_requests_total").map(([{ status }]) => status)).toEqual([
    ...["hit", "shared", "miss", "bypass"],
  ]);
  expect(readSeries(api, "furoshiki_payments_total")).toContainEqual([{ result: "succeeded" }, 1]);
  expect(readSeries(api, "furoshiki_payments_total")).toContainEqual([{ result: "failed" }, 0]);
  const statements = readSeries(api, "furoshiki_db_statement_duration_seconds_count");
  const selects = statements.find(([{ operation }]) => operation === "SELECT")?.[1];
  expect(selects).toBeGreaterThan(5);
  expect(readSeries(api, "furoshiki_db_pool_max_connections")).toEqual([[{}, 10]]);
  expect(readSeries(api, "furoshiki_product_index_rebuilding")).toEqual([[{}, 0]]);
  expect(readSeries(api, "furoshiki_db_replica_used")).toEqual([[{}, 0]]);
});

it("has the queues and jobs of a worker only there", () => {
  expect(readSeries(worker, "furoshiki_jobs")).toContainEqual([{ queue: "email.send", state: "retrying" }, 1]);
  expect(readSeries(worker, "furoshiki_emails")).toContainEqual([{ state: "waiting" }, 1]);
  expect(readSeries(worker, "furoshiki_job_duration_seconds_count")).toContainEqual([
    { queue: "email.send", result: "failed" },
    1,
  ]);
  expect(readSeries(worker, "furoshiki_clock_difference_seconds")).toEqual([[{}, expect.closeTo(0, 0)]]);
  expect(readSeries(api, "furoshiki_jobs")).toEqual([]);
});

describe("dashboard and alerts", () => {
  type Panel = { targets: { expr: string }[] };
  const dashboard = JSON.parse(readDeployed("grafana/furoshiki.json")) as { panels: Panel[] };
  const alerts = readDeployed("prometheus/alerts.yml");
  const alertExpressions = [...alerts.matchAll(/expr: \|\n((?: {10}.*\n)+)/g)].map(([, expr = ""]) => expr);
  const expressions = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...alertExpressions,
  ];

  it("name only metrics and labels that processes expose", () => {
    expect(expressions.length).toBeGreaterThan(35);
    const exposed = new Map<string, Set<string>>();
    for (const line of `${api}\n${worker}`.split("\n")) {
      const [, name, labels = ""] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
      if (!name) continue;
      const known = exposed.get(name) ?? new Set(["instance", "job"]);
      for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.add(label);
      exposed.set(name, known);
    }
    const problems = expressions.flatMap((expr) => {
      const selectors = [...expr.matchAll(/(furoshiki_\w+)(?:\{([^}]*)\})?/g)];
      const available = new Set(selectors.flatMap(([, name = ""]) => [...(exposed.get(name) ?? [])]));
      const missing = selectors.filter(([, name = ""]) => !exposed.has(name)).map(([, name]) => name);
      const named = [
        ...selectors.flatMap(([, , labels = ""]) => [...labels.matchAll(/(\w+)\s*[=!]~?/g)].map(([, label]) => label)),
        ...[...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels = ""]) => labels.split(", ")),
      ];
      return [...missing, ...named.filter((label) => label !== undefined && !available.has(label))].map(
        (problem) => `${problem} in ${expr}`,
      );
    });
    expect(problems).toEqual([]);
  });

  it("compare labels with values that exist", () => {
    const text = `${api}\n${worker}`;
    for (const value of ["mismatch", "failed", "succeeded", "connection", "p99"]) {
      expect(expressions.some((expr) => expr.includes(`"${value}`))).toBe(true);
      expect(text).toContain(`"${value}"`);
    }
  });

  it("have a section for each alert in docs/operations.md", () => {
    const operations = readFileSync(join(deployFolder, "../docs/operations.md"), "utf8");
    const headings = new Set(
      [...operations.matchAll(/^### (.*)$/gm)].map(([, heading = ""]) => heading.toLowerCase().replaceAll(" ", "-")),
    );
    const runbooks = [...alerts.matchAll(/runbook: "docs\/operations\.md#([\w-]+)"/g)].map(([, anchor]) => anchor);
    expect(runbooks).toHaveLength(alertExpressions.length);
    expect(runbooks.filter((anchor) => anchor === undefined || !headings.has(anchor))).toEqual([]);
  });

  it.skipIf(!existsSync(PROMTOOL_PATH))(
    "are valid for promtool (skipped if Debian's prometheus is not installed)",
    () => {
      const check = (command: string, file: string) =>
        execFileSync(PROMTOOL_PATH, ["check", command, join(deployFolder, "prometheus", file)], { encoding: "utf8" });
      expect(check("rules", "alerts.yml")).toContain("SUCCESS");
      expect(check("config", "prometheus.yml")).toContain("SUCCESS");
      for (const input of [api, worker]) execFileSync(PROMTOOL_PATH, ["check", "metrics"], { input });
    },
  );
});
