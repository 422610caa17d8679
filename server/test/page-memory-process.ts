import { setImmediate } from "node:timers/promises";
import { listen } from "../src/http/listen.ts";
import { type MinimalServerInput, openMinimalServer } from "./minimal-server.ts";
import { printAndExit } from "./print-and-exit.ts";

/**
 * Serves a page again and again in a child process that runs as in production, and prints how many of the requests are
 * still in memory when all pages have been read. Needs `--expose-gc`.
 */
const input = JSON.parse(process.argv[2] ?? "") as MinimalServerInput & { pages: number };
const { edge, publicUrl: origin, errors, close } = await openMinimalServer(input);
const requests: WeakRef<Request>[] = [];
const server = await listen(
  { host: "127.0.0.1", port: 0 },
  (request) => {
    requests.push(new WeakRef(request));
    return edge.fetch(request);
  },
  { getClientInfo: () => ({ ipAddress: "127.0.0.1", requestId: "test", traceparent: null, origin }) },
);
for (let index = 0; index < input.pages; index++) await (await fetch(`http://127.0.0.1:${server.port}/`)).text();
for (let round = 0; round < 5; round++) {
  await setImmediate();
  globalThis.gc?.();
}
const kept = requests.filter((request) => request.deref() !== undefined).length;
await server.stop();
await close();
printAndExit({ requests: requests.length, kept, errors });
