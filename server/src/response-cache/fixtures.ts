import { buildApi } from "../../../api/src/app.ts";
import { readContentChanges } from "../../../api/src/platform/cache/content-changes.ts";
import type { Valkey } from "../../../api/src/platform/valkey/valkey.ts";
import type { TestShop } from "../../../api/test/harness.ts";
import { buildEdge } from "../http/edge.ts";
import { type HttpServer, listen } from "../http/listen.ts";
import { createLoadMonitor } from "../http/load-monitor.ts";
import { describeApiRequest } from "./api-request.ts";
import { ContentWatcher, type ReadContentChanges } from "./content-watcher.ts";
import { ResponseCache } from "./response-cache.ts";
import { serveSharedResponses } from "./serve-shared-responses.ts";
import { SharedResponses } from "./shared-responses.ts";

type Edge = ReturnType<typeof buildEdge>;
export type CachedApi = { port: number; watcher: ContentWatcher; restart: () => void; stop: () => Promise<void> };

/** Builds the API of a test shop, without a cache of responses. */
export function buildTestEdge({ app }: TestShop): Edge {
  return buildEdge({
    config: app.config,
    log: app.log,
    loadMonitor: createLoadMonitor(),
    isReady: async () => true,
    api: buildApi(app),
    getLoopDelayMs: () => 0,
  });
}

/** Serves the API with a cache of its own, which is empty after `restart`. */
export async function startCachedApi({ app, db, clock }: TestShop, edge: Edge, valkey?: Valkey): Promise<CachedApi> {
  const now = () => clock.now().getTime();
  const read: ReadContentChanges = async (since) => readContentChanges(db, since);
  const createMiddleware = () => {
    const cache = new ResponseCache(50_000_000, now);
    const watcher = new ContentWatcher(read, (tags) => cache.drop(tags), { maxAgeMs: 0 });
    const middleware = serveSharedResponses({
      ...{ describeRequest: describeApiRequest, cache, watcher, log: app.log },
      render: (request, policies) => edge.fetch(request, { policies }),
      shared: valkey && new SharedResponses({ valkey, read, version: "1", now }),
    });
    return { watcher, middleware };
  };
  let current = createMiddleware();
  const { port, stop }: HttpServer = await listen({ host: "127.0.0.1", port: 0 }, edge.fetch, {
    getClientInfo: () => ({
      ipAddress: "127.0.0.1",
      requestId: "request-1",
      traceparent: null,
      origin: "http://shop.test",
    }),
    nodeMiddleware: (...args) => current.middleware(...args),
  });
  const restart = () => {
    current = createMiddleware();
  };
  return { port, watcher: current.watcher, restart, stop };
}

/** Removes from a response what is different in each one. */
export const withoutRequestId = (body: string): string => body.replace(/"request_id":"[^"]*"/, "");
