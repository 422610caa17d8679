import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach } from "vitest";

export type ProviderCall = { method: string; path: string; headers: IncomingMessage["headers"]; body: string };
export type ProviderResponse = { status: number; body: object; headers?: Record<string, string> };
/**
 * A planned failure: another response instead of executing the call; `cut`: the call is not executed and the connection
 * breaks; `lost`: the call is executed, but the connection breaks before the response.
 */
export type PlannedFailure = ProviderResponse | "cut" | "lost";

/**
 * Starts a fake payment provider on a real socket.
 * @param host the provider's host name: calls to it are redirected here
 * @param handleCall executes a call and returns its response
 */
export async function openProviderServer(host: string, handleCall: (call: ProviderCall) => ProviderResponse) {
  const calls: ProviderCall[] = [];
  const plannedFailures: PlannedFailure[] = [];
  const network = { isSilent: false };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      const call = { method, path, headers, body: Buffer.concat(chunks).toString() };
      calls.push(call);
      // The connection stays open without a response.
      if (network.isSilent) return;
      const plannedFailure = plannedFailures.shift();
      if (plannedFailure === "cut") return void request.socket.destroy();
      const providerResponse = typeof plannedFailure === "object" ? plannedFailure : handleCall(call);
      if (plannedFailure === "lost") return void request.socket.destroy();
      response.writeHead(providerResponse.status, { "content-type": "application/json", ...providerResponse.headers });
      response.end(JSON.stringify(providerResponse.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  beforeEach(() => {
    calls.length = 0;
    plannedFailures.length = 0;
    network.isSilent = false;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    calls,
    /** The failures of the next calls, in order. */
    plannedFailures,
    /** If silent, calls are neither answered nor executed. */
    network,
    /** The `fetch` for the store under test. */
    fetch: (async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.origin !== `https://${host}`) throw new Error(`unplanned network call to ${url.origin}`);
      return fetch(`http://127.0.0.1:${port}${url.pathname}${url.search}`, init);
    }) as typeof fetch,
  };
}

/**
 * Creates a function that executes calls like a provider with idempotency keys: a repeated call gets the response of the
 * first one. A rejected call does not use up its key.
 * @param keyReused the response to another body with the same key
 */
export function createIdempotentResponder(keyReused: ProviderResponse) {
  const storedResponses = new Map<string, { body: string; response: ProviderResponse }>();
  return (key: string, body: string, createResponse: () => ProviderResponse): ProviderResponse => {
    const stored = storedResponses.get(key);
    if (stored) return stored.body === body ? stored.response : keyReused;
    const providerResponse = createResponse();
    if (providerResponse.status === 200) storedResponses.set(key, { body, response: providerResponse });
    return providerResponse;
  };
}
