import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach } from "vitest";

export type Called = { method: string; path: string; headers: IncomingMessage["headers"]; body: string };
export type Answer = { status: number; body: object; headers?: Record<string, string> };
/** What goes wrong with a call: an answer of another kind, or none; `lost`: it is carried out and its answer is cut off. */
export type Mishap = Answer | "cut" | "lost";

/**
 * A small server in the place of a payment provider, over a real socket.
 * @param host the provider's own: calls to it are led here.
 */
export async function openProviderServer(host: string, answer: (call: Called) => Answer) {
  const calls: Called[] = [];
  const mishaps: Mishap[] = [];
  const line = { isSilent: false };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      const call = { method, path, headers, body: Buffer.concat(chunks).toString() };
      calls.push(call);
      // The connection stays open, and nothing ever comes.
      if (line.isSilent) return;
      const mishap = mishaps.shift();
      if (mishap === "cut") return void request.socket.destroy();
      const given = typeof mishap === "object" ? mishap : answer(call);
      if (mishap === "lost") return void request.socket.destroy();
      response.writeHead(given.status, { "content-type": "application/json", ...given.headers });
      response.end(JSON.stringify(given.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  beforeEach(() => {
    calls.length = 0;
    mishaps.length = 0;
    line.isSilent = false;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    calls,
    /** Of the next calls, in order. */
    mishaps,
    /** Silent: no call is answered, nor carried out. */
    line,
    /** The way out for the shop under test. */
    fetch: (async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.origin !== `https://${host}`) throw new Error(`unplanned network call to ${url.origin}`);
      return fetch(`http://127.0.0.1:${port}${url.pathname}${url.search}`, init);
    }) as typeof fetch,
  };
}

/** Repeats the first answer to a key; another body under it is `reused`. A refused call leaves its key free. */
export function answerOnce(reused: Answer) {
  const first = new Map<string, { body: string; answer: Answer }>();
  return (key: string, body: string, answer: () => Answer): Answer => {
    const known = first.get(key);
    if (known) return known.body === body ? known.answer : reused;
    const given = answer();
    if (given.status === 200) first.set(key, { body, answer: given });
    return given;
  };
}
