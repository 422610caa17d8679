// Runs in a process of its own, so that sending requests costs the measured one nothing: asks as told, prints what it saw.
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";

export type Load = {
  origin: string;
  /** Asked in turn. */
  paths: string[];
  headers: Record<string, string>;
} & (
  | { connections: number; seconds: number }
  | { connections: number; amount: number }
  | { perSecond: number; seconds: number }
);

/** Times in ms; the 95th of a hundred only where the pace was even. */
export type Seen = { asked: number; perSecond: number; p50: number; p95?: number; failed: number; bytes: number };

const load = JSON.parse(process.argv[2] ?? "") as Load;
console.log(JSON.stringify("perSecond" in load ? await pace(load, load) : await flood(load)));

/** As many requests as the connections carry. */
async function flood(load: Exclude<Load, { perSecond: number }>): Promise<Seen> {
  const { origin, paths, headers, connections } = load;
  const result = await autocannon({
    url: origin,
    connections,
    headers,
    requests: paths.map((path) => ({ path })),
    ...("amount" in load ? { amount: load.amount } : { duration: load.seconds }),
  });
  return {
    asked: result.requests.total,
    perSecond: result.requests.average,
    p50: result.latency.p50,
    failed: result.errors + result.timeouts + result.non2xx,
    bytes: result.throughput.total / Math.max(1, result.requests.total),
  };
}

/** Requests at an even pace, however long the answers take. */
async function pace(
  { origin, paths, headers }: Load,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Seen> {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const times: number[] = [];
  const answers: Promise<void>[] = [];
  let failed = 0;
  let bytes = 0;
  const ask = (path: string) =>
    new Promise<void>((done) => {
      const began = performance.now();
      get(`${origin}${path}`, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) failed++;
        answer.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on("end", () => {
          times.push(performance.now() - began);
          done();
        });
      }).on("error", () => {
        failed++;
        done();
      });
    });
  const began = performance.now();
  for (let at = 0; at < perSecond * seconds; at++) {
    const wait = began + (at * 1000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    answers.push(ask(paths[at % paths.length] ?? "/"));
  }
  await Promise.all(answers);
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { asked: answers.length, perSecond, p50: at(0.5), p95: at(0.95), failed, bytes: bytes / answers.length };
}
