import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SpanKind } from "@opentelemetry/api";
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from "@opentelemetry/sdk-trace";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { buildApi } from "../../../api/src/app.ts";
import { readConfig } from "../../../api/src/platform/config.ts";
import { addGauges } from "../../../api/src/platform/observability/metrics.ts";
import { createTracedFetch } from "../../../api/src/platform/observability/traced-fetch.ts";
import { queueEmail } from "../../../api/src/platform/mail/email-queue.ts";
import { createEmailJob } from "../../../api/src/platform/mail/mailer.ts";
import { startWorkers } from "../../../api/src/platform/jobs/workers.ts";
import { openTestShop } from "../../../api/test/harness.ts";
import { createClientInfoReader } from "../http/client-info.ts";
import { buildEdge } from "../http/edge.ts";
import { findPort, listen } from "../http/listen.ts";
import { createLoadMonitor } from "../http/load-monitor.ts";
import { createStorefrontSignature } from "../http/storefront-signature.ts";
import { createInProcessApiClient, createRemoteApiClient, type Storefront } from "../storefront/storefront.ts";
import { startOpenTelemetry } from "./open-telemetry.ts";
import { startRendering } from "./rendering.ts";
import { startTelemetry } from "./start-telemetry.ts";
import { setRoute } from "../../../api/src/platform/observability/request-scope.ts";

const shop = await openTestShop();
const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-telemetry-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const config = readConfig({ DATA_DIR: dataDir, SHOP_SECRET: "a secret that both processes have", TRUST_PROXY: "0" });
const closeFunctions: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closeFunctions.splice(0).toReversed()) await close();
});
let exporter: InMemorySpanExporter;
const logged: string[] = [];
const log = { info: () => undefined, error: (message: string) => void logged.push(message) };
beforeEach(() => void (logged.length = 0));

function startTracing() {
  exporter = new InMemorySpanExporter();
  const spanProcessor = new SimpleSpanProcessor({ exporter });
  closeFunctions.push(startOpenTelemetry(config, log, { spanProcessor }).close);
}

const api = buildApi(shop.app);
/** A storefront whose pages call the API once. */
const createPages = (client: ReturnType<typeof createRemoteApiClient>): Storefront => ({
  handleRequest: async ({ headers }) => {
    setRoute("/:locale?/orders/:id");
    const names = ["x-client-ip", "x-request-id", "traceparent"];
    const clientHeaders = Object.fromEntries(names.map((name) => [name, headers.get(name) ?? ""]));
    await client.api("/v1/manufacturers?email=anna@example.com", { headers: clientHeaders });
    startRendering("storefront").end();
    return new Response("page", { headers: { "content-type": "text/html" } });
  },
  renderErrorPage: async () => new Response("error"),
  assets: new Map(),
  build: { id: "1", builtAt: new Date(0) },
});

async function openEdge(services: Partial<Parameters<typeof buildEdge>[0]>, env: Record<string, string> = {}) {
  const edgeConfig = { ...config, ...(env["TRUST_PROXY"] ? { trustProxy: env["TRUST_PROXY"] } : {}) };
  const edge = buildEdge({
    ...{ config: edgeConfig, log, loadMonitor: createLoadMonitor(), isReady: async () => true },
    getLoopDelayMs: () => 0,
    ...services,
  });
  const { port, stop } = await listen({ host: "127.0.0.1", port: 0 }, edge.fetch, {
    getClientInfo: createClientInfoReader(edgeConfig, log),
  });
  closeFunctions.push(stop);
  return `http://127.0.0.1:${port}`;
}

const PARENT = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
const traceparent = `00-${PARENT.traceId}-${PARENT.spanId}-01`;

/** Waits for the span of the request, which ends last. @returns all spans */
async function waitForSpans(kind: SpanKind, count = 1): Promise<ReadableSpan[]> {
  await expect.poll(() => exporter.getFinishedSpans().filter((span) => span.kind === kind).length).toBe(count);
  return exporter.getFinishedSpans();
}
const findSpan = (spans: readonly ReadableSpan[], name: string, kind?: SpanKind) => {
  const span = spans.find((one) => one.name === name && (kind === undefined || one.kind === kind));
  if (!span) throw new Error(`no span is named ${name}: ${spans.map((one) => one.name).join(", ")}`);
  return span;
};

it("traces a page, its API call in this process, its statements and its rendering, without personal data", async () => {
  startTracing();
  const origin = await openEdge({ storefront: createPages(createInProcessApiClient(api)) });
  await (await fetch(`${origin}/orders/483201774?email=anna@example.com`)).text();
  const spans = await waitForSpans(SpanKind.SERVER);
  const server = findSpan(spans, "GET /:locale?/orders/:id");
  expect(server.attributes).toEqual({
    ...{ "http.request.method": "GET", "http.route": "/:locale?/orders/:id", "url.scheme": "http" },
    "http.response.status_code": 200,
  });
  const call = findSpan(spans, "GET /v1/manufacturers");
  const rendering = findSpan(spans, "render page");
  for (const child of [call, rendering]) expect(child.parentSpanContext?.spanId).toBe(server.spanContext().spanId);
  const statements = spans.filter(({ attributes }) => attributes["db.system.name"] === "postgresql");
  expect(statements.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toContain(call.spanContext().spanId);
  expect(statements.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^SELECT .*brands/));
  const recorded = JSON.stringify(
    spans.map(({ name, attributes, events, status }) => [name, attributes, events, status]),
  );
  expect(recorded).not.toMatch(/anna|483201774|127\.0\.0\.1/);
});

it("continues the trace of a trusted proxy, and of a storefront in another process, but not that of a stranger", async () => {
  startTracing();
  const apiOrigin = await openEdge({ api });
  const pages = createPages(createRemoteApiClient(apiOrigin, createStorefrontSignature(config)));
  const trusting = await openEdge({ storefront: pages }, { TRUST_PROXY: "loopback" });
  await (await fetch(`${trusting}/orders/1`, { headers: { traceparent } })).text();
  const spans = await waitForSpans(SpanKind.SERVER, 2);
  const page = findSpan(spans, "GET /:locale?/orders/:id");
  expect(page.parentSpanContext).toMatchObject(PARENT);
  const client = findSpan(spans, "GET", SpanKind.CLIENT);
  const remote = findSpan(spans, "GET /v1/manufacturers", SpanKind.SERVER);
  expect(client.parentSpanContext?.spanId).toBe(page.spanContext().spanId);
  expect(remote.parentSpanContext?.spanId).toBe(client.spanContext().spanId);
  expect(remote.spanContext().traceId).toBe(PARENT.traceId);

  exporter.reset();
  await (await fetch(`${apiOrigin}/v1/manufacturers`, { headers: { traceparent } })).text();
  const stranger = (await waitForSpans(SpanKind.SERVER)).find(({ kind }) => kind === SpanKind.SERVER);
  expect(stranger?.spanContext().traceId).not.toBe(PARENT.traceId);
  expect(stranger?.parentSpanContext).toBeUndefined();
});

it("records calls to other companies by their host only, and sends them no trace context", async () => {
  startTracing();
  let sent: RequestInit | undefined;
  const tracedFetch = createTracedFetch(async (_url, init) => {
    sent = init;
    return new Response("no", { status: 402 });
  });
  await tracedFetch("https://api.provider.test/v3/payments/2a8b?key=x", { method: "POST", headers: { a: "b" } });
  expect(sent?.headers).toEqual({ a: "b" });
  const [span] = exporter.getFinishedSpans();
  expect([span?.name, span?.attributes]).toEqual([
    "POST",
    {
      ...{ "http.request.method": "POST", "server.address": "api.provider.test", "server.port": 443 },
      ...{ "http.response.status_code": 402, "error.type": "402" },
    },
  ]);
});

it("traces a job by itself, with its statements and the mail server, without the recipient", async () => {
  startTracing();
  const port = await findPort({ host: "127.0.0.1", port: 0 });
  const content = { subject: "s", text: "t", html: "h" };
  const job = createEmailJob({ test_email: async () => content });
  const app = { ...shop.app, config: { ...shop.app.config, smtpUrl: `smtp://127.0.0.1:${port}` } };
  await queueEmail(shop.db, { recipient: "anna@example.test", locale: "ru-RU", template: "test_email", dedupKey: "a" });
  const { stop } = await startWorkers(app, shop.connection, [job]);
  closeFunctions.push(stop);
  const spans = await waitForSpans(SpanKind.CONSUMER);
  const span = findSpan(spans, "process email.send");
  const send = findSpan(spans, "send email");
  expect(span.parentSpanContext).toBeUndefined();
  expect(span.attributes).toMatchObject({ "messaging.destination.name": "email.send", "error.type": "ESOCKET" });
  expect(send.attributes).toEqual({ "server.address": "127.0.0.1", "server.port": port, "error.type": "ESOCKET" });
  expect(send.parentSpanContext?.spanId).toBe(span.spanContext().spanId);
  expect(spans.map(({ name }) => name)).toContain("UPDATE emails");
  expect(JSON.stringify(spans.map(({ attributes, events, status }) => [attributes, events, status]))).not.toContain(
    "anna",
  );
});

it("loads no SDK without a collector and METRICS_PORT", async () => {
  const load = vi.fn<() => void>();
  vi.doMock("./open-telemetry.ts", () => {
    load();
    return {};
  });
  try {
    expect(await startTelemetry(config, log)).toBeUndefined();
    expect(load).not.toHaveBeenCalled();
  } finally {
    vi.doUnmock("./open-telemetry.ts");
  }
});

it("sends traces to a collector at OTEL_EXPORTER_OTLP_ENDPOINT when it closes", async () => {
  const bodies: string[] = [];
  const collector = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      bodies.push(`${incoming.url} ${Buffer.concat(chunks).toString()}`);
      outgoing.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  const port = await new Promise<number>((resolve) => {
    collector.listen(0, "127.0.0.1", () => resolve((collector.address() as { port: number }).port));
  });
  const { close } = await startWithCollector(port, { OTEL_SERVICE_NAME: "leaf" });
  const origin = await openEdge({ api });
  await (await fetch(`${origin}/v1/manufacturers`)).text();
  await closeFunctions.pop()?.();
  await close();
  collector.close();
  const traces = bodies.find((body) => body.startsWith("/v1/traces")) ?? "";
  expect(traces).toContain("GET /v1/manufacturers");
  expect(traces).toContain('"leaf"');
  expect(bodies.some((body) => body.startsWith("/v1/metrics") && body.includes("furoshiki_db_errors_total"))).toBe(
    true,
  );
});

it("neither delays nor fails requests while the collector cannot be reached, and logs it once a minute", async () => {
  const port = await findPort({ host: "127.0.0.1", port: 0 });
  const { close } = await startWithCollector(port, {
    ...{ OTEL_EXPORTER_OTLP_TIMEOUT: "50", OTEL_METRIC_EXPORT_INTERVAL: "1000" },
  });
  const origin = await openEdge({ api });
  for (let count = 0; count < 5; count++) expect((await fetch(`${origin}/v1/manufacturers`)).status).toBe(200);
  await expect.poll(() => logged.length, { timeout: 20_000 }).toBe(1);
  expect(logged[0]).toMatch(/^telemetry: /);
  await closeFunctions.pop()?.();
  await close();
  expect(logged).toHaveLength(1);
});

it("does not wait for spans that cannot be sent when it closes", async () => {
  const spanProcessor = new SimpleSpanProcessor({ exporter: new InMemorySpanExporter() });
  spanProcessor.shutdown = () => new Promise(() => undefined);
  await expect(startOpenTelemetry(config, log, { spanProcessor }).close()).resolves.toBeUndefined();
});

it("collects the metrics of the process while those that the database answers cannot be read", async () => {
  const port = await findPort({ host: "127.0.0.1", port: 0 });
  const { openTelemetry } = config;
  const telemetry = startOpenTelemetry({ role: "worker", openTelemetry, metricsAddress: { host: "::", port } }, log);
  addGauges([{ name: "test_stalled", description: "Is never read." }], () => new Promise(() => undefined));
  addGauges([{ name: "test_process", description: "Is read at once." }], (observe) => observe("test_process", 7));
  const startedAt = performance.now();
  const metrics = await telemetry.collectMetrics();
  await telemetry.close();
  expect(metrics).toContain("test_process 7");
  expect(metrics).not.toMatch(/^test_stalled/m);
  // Prometheus waits for ten seconds.
  expect(performance.now() - startedAt).toBeLessThan(9000);
  expect(logged).toEqual(["telemetry: metrics could not be collected"]);
});

/** Starts telemetry with the collector on a port of this machine. */
async function startWithCollector(port: number, env: Record<string, string>) {
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, ...env };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const telemetry = await startTelemetry(readConfig({ DATA_DIR: dataDir, ...variables }), log);
  vi.unstubAllEnvs();
  if (!telemetry) throw new Error("telemetry was not started");
  return telemetry;
}
