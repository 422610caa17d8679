// Runs in a separate process, so that sending requests costs the measured process nothing; prints the result as JSON.
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";

/** The requests to send: as many as the connections allow, or a constant number per second. */
export type Load = {
  origin: string;
  /** Requested in turn. */
  paths: string[];
  headers: Record<string, string>;
} & (
  | { connections: number; seconds: number }
  | { connections: number; amount: number }
  | { perSecond: number; seconds: number }
);

/**
 * The result of a load: requests per second, the median (and for a constant rate the 95th and 99th percentile) of the
 * response times in ms, and the mean size of a response in bytes.
 */
export type LoadResult = {
  requestCount: number;
  perSecond: number;
  p50: number;
  p95?: number;
  p99?: number;
  failed: number;
  bytes: number;
};

const load = JSON.parse(process.argv[2] ?? "") as Load;
console.log(JSON.stringify("perSecond" in load ? await runAtRate(load, load) : await runAtMaxRate(load)));

/** Sends as many requests as the connections allow. */
async function runAtMaxRate(load: Exclude<Load, { perSecond: number }>): Promise<LoadResult> {
  const { origin, paths, headers, connections } = load;
  const result = await autocannon({
    url: origin,
    connections,
    headers,
    requests: paths.map((path) => ({ path })),
    ...("amount" in load ? { amount: load.amount } : { duration: load.seconds }),
  });
  return {
    requestCount: result.requests.total,
    perSecond: result.requests.average,
    p50: result.latency.p50,
    failed: result.errors + result.timeouts + result.non2xx,
    bytes: result.throughput.total / Math.max(1, result.requests.total),
  };
}

/** Sends requests at a constant rate, independent of the response times. */
async function runAtRate(
  { origin, paths, headers }: Load,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const durations: number[] = [];
  const responses: Promise<void>[] = [];
  let failed = 0;
  let bytes = 0;
  const sendRequest = (path: string) =>
    new Promise<void>((resolve) => {
      const startedAt = performance.now();
      get(`${origin}${path}`, { agent, headers }, (response) => {
        if (response.statusCode !== 200) failed++;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on("end", () => {
          durations.push(performance.now() - startedAt);
          resolve();
        });
      }).on("error", () => {
        failed++;
        resolve();
      });
    });
  const startedAt = performance.now();
  for (let index = 0; index < perSecond * seconds; index++) {
    const delayMs = startedAt + (index * 1000) / perSecond - performance.now();
    if (delayMs > 0) await sleep(delayMs);
    responses.push(sendRequest(paths[index % paths.length] ?? "/"));
  }
  await Promise.all(responses);
  agent.destroy();
  durations.sort((a, b) => a - b);
  const getPercentile = (share: number) =>
    durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? 0;
  return {
    requestCount: responses.length,
    perSecond,
    p50: getPercentile(0.5),
    p95: getPercentile(0.95),
    p99: getPercentile(0.99),
    failed,
    bytes: bytes / responses.length,
  };
}
