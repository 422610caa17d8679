import type { IncomingMessage, ServerResponse } from "node:http";
import type { CdnConfig } from "../../../api/src/platform/cache/cdn-config.ts";
import { type Encoding, negotiateEncoding } from "../../../api/src/platform/http/content-encoding.ts";
import type { CachePolicy } from "../../../api/src/platform/http/route-contract.ts";
import type { Log } from "../../../api/src/platform/log.ts";
import { defineCounter } from "../../../api/src/platform/observability/metrics.ts";
import { setRoute } from "../../../api/src/platform/observability/request-scope.ts";
import { createCdnHeaders, MAX_CDN_TAGS } from "../cdn/cdn-headers.ts";
import type { NodeMiddleware } from "../http/listen.ts";
import { CLIENT_HEADERS } from "../http/storefront-signature.ts";
import type { ContentWatcher } from "./content-watcher.ts";
import type { Entry, ResponseCache } from "./response-cache.ts";
import { type Rendering, renderSharedResponse, type Render } from "./render-shared-response.ts";
import type { ReceivedRequest, SharedRequest } from "./shared-request.ts";
import type { SharedResponses } from "./shared-responses.ts";
import type { StoredResponse } from "./stored-response.ts";

export type SharedResponseOptions = {
  /** Returns null if a request must be handled by itself. */
  describeRequest: (request: ReceivedRequest) => SharedRequest | null;
  cache: ResponseCache;
  watcher: ContentWatcher;
  render: Render;
  log: Log;
  /** Responses that the processes of the store share; undefined if they share none. */
  shared?: SharedResponses | undefined;
  /** If a CDN may keep responses from the cache, for how long at most. */
  cdn?: Pick<CdnConfig, "maxAgeSeconds"> | undefined;
};

/**
 * `hit`; `shared` if another process had made the response; `miss` if it was made for the request; or `bypass` if it was,
 * and cannot be stored.
 */
type CacheStatus = "hit" | "shared" | "miss" | "bypass";

const countResponse = defineCounter(
  "furoshiki_response_cache_requests_total",
  "Requests whose response is the same for everybody, by where it came from (the header x-cache).",
  (["hit", "shared", "miss", "bypass"] satisfies CacheStatus[]).map((status) => ({ status })),
);

type Answer = {
  status: number;
  response: StoredResponse;
  setCookies: readonly string[];
  cacheStatus: CacheStatus;
  /** Names and values in turn of the headers for a CDN. */
  cdnHeaders: readonly string[];
};

/**
 * Creates a middleware that serves responses that are the same for everybody from a cache
 * (docs/decisions/0105-cache-guest-pages.md), and sets `x-cache`. Other requests are left to the next handler.
 */
export function serveSharedResponses(options: SharedResponseOptions): NodeMiddleware {
  const { describeRequest, cache, watcher, log } = options;
  const serveStored = createStoredAnswers(options);
  const findAnswer = createAnswerFinder(options, serveStored);
  return (incoming, outgoing, next) => {
    const request = hasBody(incoming) ? null : describeRequest(readRequest(incoming));
    if (!request) {
      // Whoever has changed something here sees it on the next page.
      if (!isRead(incoming)) outgoing.once("finish", () => watcher.expire());
      next();
      return;
    }
    const { key } = request;
    const hit = watcher.isCurrent ? cache.find(key) : null;
    const encoding = hit && getEncoding(incoming, hit.response);
    const body = hit?.response.findBody(encoding);
    if (hit && body) {
      send(incoming, outgoing, serveStored(hit, request, incoming), { encoding, body });
      return;
    }
    const respond = async () => {
      try {
        const answer = await findAnswer(request, incoming);
        if (answer) {
          const { response } = answer;
          const encoding = getEncoding(incoming, response);
          send(incoming, outgoing, answer, { encoding, body: await response.getBody(encoding) });
          return;
        }
      } catch (error) {
        log.error("a response could not be served from the cache", error);
        if (outgoing.headersSent) {
          outgoing.destroy();
          return;
        }
      }
      next();
    };
    void respond();
  };
}

type ServeStored = (entry: Entry, request: SharedRequest, incoming: IncomingMessage) => Answer;

/** Creates the function that turns a response in the cache into an answer to a request. */
function createStoredAnswers({ cache, cdn }: SharedResponseOptions): ServeStored {
  return ({ response, policy, expiresAt }, { setCookies, isDefault }, incoming) => {
    reportServed(policy, incoming);
    // A CDN keeps only what is in the cache: of a response that was just made, something may have changed meanwhile.
    const maxAgeSeconds =
      cdn && isDefault && policy.tags.length <= MAX_CDN_TAGS
        ? Math.min(cdn.maxAgeSeconds, Math.floor((expiresAt - cache.now()) / 1000))
        : 0;
    const cdnHeaders = maxAgeSeconds > 0 ? createCdnHeaders(policy.tags, maxAgeSeconds) : [];
    return { status: 200, response, setCookies, cacheStatus: "hit", cdnHeaders };
  };
}

/**
 * Creates a function that returns a response from the cache, or makes it once for all who wait for it. It returns null if the request must be handled by itself.
 */
function createAnswerFinder(options: SharedResponseOptions, serveStored: ServeStored) {
  const { cache, watcher } = options;
  const findOrRender = createRenderer(options);
  const pending = new Map<string, { rendering: Promise<Rendering>; startedAt: number }>();
  const startRendering = (request: SharedRequest, incoming: IncomingMessage) => {
    const startedAt = cache.now();
    const rendering = findOrRender(request, incoming, startedAt).finally(() => {
      if (pending.get(request.key) === entry) pending.delete(request.key);
    });
    const entry = { rendering, startedAt };
    pending.set(request.key, entry);
    return rendering;
  };
  return async (request: SharedRequest, incoming: IncomingMessage): Promise<Answer | null> => {
    const { key, setCookies } = request;
    try {
      await watcher.update();
    } catch {
      // Without knowing what has changed, nothing is served from the cache.
      return null;
    }
    const stored = cache.find(key);
    if (stored) return serveStored(stored, request, incoming);
    const waitedFor = pending.get(key);
    // One that began before a change may show what was before it.
    const awaited = waitedFor && cache.isUnchangedSince(waitedFor.startedAt) ? waitedFor : null;
    const rendered = await (awaited?.rendering ?? startRendering(request, incoming));
    if (awaited && rendered.policy) reportServed(rendered.policy, incoming);
    // What cannot be stored is for the one who requested it. A redirect has the parameters of its own request, and the
    // page of an error its code.
    const { policy, status } = rendered;
    if (!policy && (awaited || status === 500 || (status >= 300 && status < 400))) return null;
    return {
      ...rendered,
      setCookies: [...rendered.setCookies, ...setCookies],
      cacheStatus: rendered.isShared ? "shared" : policy ? "miss" : "bypass",
      cdnHeaders: [],
    };
  };
}

/** Creates a function that returns a response of another process, or makes it; and stores it. */
function createRenderer({ cache, watcher, render, shared }: SharedResponseOptions) {
  return async (request: SharedRequest, incoming: IncomingMessage, startedAt: number): Promise<Rendering> => {
    const { key } = request;
    const found = await shared?.find(key);
    if (found) {
      cache.storeChecked(key, found, startedAt);
      return { ...found, status: 200, setCookies: [], isShared: true };
    }
    const { state } = watcher;
    const rendered = await renderSharedResponse(render, request, readClientHeaders(incoming), startedAt);
    const stored = rendered.policy && cache.store(key, { ...rendered, policy: rendered.policy });
    if (stored && state) void shared?.store(key, stored, state);
    return rendered;
  };
}

/** Tells the endpoint that another client has received a response that it made once. */
function reportServed({ onServe }: CachePolicy, { headers }: IncomingMessage): void {
  onServe?.({ ipAddress: toText(headers["x-client-ip"]) ?? "" });
}

function isRead({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

function readRequest({ method = "", url: target = "/", headers }: IncomingMessage) {
  return { method, target, headers: { get: (name: string) => toText(headers[name]) } };
}

function toText(value: string | string[] | undefined): string | null {
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function readClientHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    CLIENT_HEADERS.flatMap((name) => {
      const value = toText(headers[name]);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function getEncoding({ headers }: IncomingMessage, { encodings }: StoredResponse): Encoding | null {
  return negotiateEncoding(toText(headers["accept-encoding"]) ?? undefined, encodings);
}

const acceptsBrotli = ({ headers }: IncomingMessage) =>
  negotiateEncoding(toText(headers["accept-encoding"]) ?? undefined, ["br"]) === "br";

function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, response, setCookies, cacheStatus, cdnHeaders }: Answer,
  { encoding, body }: { encoding: Encoding | null; body: Buffer },
): void {
  setRoute(response.route);
  countResponse({ status: cacheStatus });
  // All headers are passed at once: setting some of them before makes `writeHead` half as fast.
  const fields = [
    // Before Cache-Control, which nginx up to 1.22 would obey otherwise.
    ...cdnHeaders,
    ...response.fields,
    "x-request-id",
    toText(incoming.headers["x-request-id"]) ?? "",
    "x-cache",
    cacheStatus,
  ];
  for (const cookie of setCookies) fields.push("set-cookie", cookie);
  if (cacheStatus !== "bypass") fields.push("etag", response.etag);
  if (cacheStatus !== "bypass" && matchesEtag(incoming.headers["if-none-match"], response.etag)) {
    outgoing.writeHead(304, fields).end();
    return;
  }
  if (encoding !== null) fields.push("content-encoding", encoding);
  if (cacheStatus === "hit" && incoming.method === "GET" && acceptsBrotli(incoming)) response.countHit();
  outgoing.writeHead(status, [...fields, "content-length", String(body.byteLength)]).end(body);
}

/** Whether an If-None-Match header names an entity tag; the comparison is weak (RFC 9110, section 13.1.2). */
function matchesEtag(header: string | undefined, etag: string): boolean {
  return (header ?? "").split(",").some((name) => name.trim().replace(/^W\//, "") === etag.replace(/^W\//, ""));
}
