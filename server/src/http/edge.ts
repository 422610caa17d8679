import { randomBytes } from "node:crypto";
import { type Handler, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { routePath } from "hono/route";
import type { Config } from "../../../api/src/platform/config.ts";
import { isDatabaseUnavailable } from "../../../api/src/platform/db/database-errors.ts";
import { isRequestAborted } from "../../../api/src/platform/http/request-body.ts";
import type { InProcessBindings } from "../../../api/src/platform/http/route-contract.ts";
import type { Log } from "../../../api/src/platform/log.ts";
import { getScope, setRoute } from "../../../api/src/platform/observability/request-scope.ts";
import type { InvalidSetting } from "../../../api/src/platform/settings/settings.ts";
import { THIRD_PARTY_SERVICES_HEADER } from "../../../web/app/store-config/third-party-services.ts";
import type { AdminSite } from "../admin/admin-site.ts";
import { addAdminApi, addAdminPages } from "./admin-edge.ts";
import { redactPath } from "../../../api/src/platform/http/redact-path.ts";
import { serveAssets } from "./static-assets.ts";
import { compress } from "./compress.ts";
import { addHealthRoutes } from "./health.ts";
import {
  limitResponseTime,
  rejectUnknownMethods,
  allowPageMethods,
  rejectProxyLoops,
  requireSameOrigin,
  shedLoad,
} from "./request-guards.ts";
import { renderErrorsAsPages } from "../storefront/error-pages.ts";
import { createPageCspBuilder, createPaymentCspBuilder, securityHeaders } from "./security-headers.ts";
import type { Storefront } from "../storefront/storefront.ts";
import { addContentChangesRoute } from "./content-changes-route.ts";
import type { ProcessRegistry } from "../../../api/src/system/heartbeat.ts";
import { addProcessesRoute } from "./processes-route.ts";
import { createStorefrontSignature } from "./storefront-signature.ts";
import { limitUploads } from "./upload-limit.ts";
import type { ReadContentChanges } from "../response-cache/content-watcher.ts";
import { deferScripts } from "./defer-scripts.ts";
import { replaceNonce } from "./replace-nonce.ts";
import type { PolicyCollector } from "../response-cache/render-shared-response.ts";
import type { LoadMonitor } from "./load-monitor.ts";

/** Bindings of a request whose response is the same for everybody: its cache policies are collected. */
export type EdgeBindings = { policies?: PolicyCollector };

type FetchHandler = { fetch: (request: Request) => Response | Promise<Response> };
type AdminApiHandler = {
  fetch: (request: Request, bindings?: Pick<ApiBindings, "receiveRoute">) => Response | Promise<Response>;
};
type ApiHandler = { fetch: (request: Request, bindings?: ApiBindings) => Response | Promise<Response> };
type ApiBindings = Partial<Pick<InProcessBindings, "receiveCachePolicy" | "receiveRoute">>;

/** Settings and handlers of the edge; a role leaves out what it does not serve. */
export type EdgeOptions = {
  config: Config;
  log: Log;
  loadMonitor: LoadMonitor;
  /** Returns true if the database responds and has every table of this version. */
  isReady: () => Promise<boolean>;
  /** Lists settings with invalid values, whose defaults are used instead. The store is ready nevertheless. */
  invalidSettings?: () => Promise<InvalidSetting[]>;
  api?: ApiHandler;
  adminApi?: AdminApiHandler;
  sandboxGateway?: FetchHandler;
  storefront?: Storefront;
  admin?: AdminSite;
  imageHandler?: Handler;
  /** Serves robots.txt, sitemaps and product feeds. */
  seoFeeds?: FetchHandler;
  /** Reads what has changed of the store's content; absent if responses are never cached, as in development. */
  readContentChanges?: ReadContentChanges;
  /** Records storefronts in other processes; absent without a database. */
  processRegistry?: ProcessRegistry;
  /** Returns the mean event loop delay in ms for `shedLoad`; measured by default. */
  getLoopDelayMs?: () => number;
};

const MAX_PAGE_BODY_BYTES = 1024 * 1024;
/** Photos of reviews, returns and messages are request bodies; the API rejects those that are too large with its own error. */
const MAX_PHOTO_BODY_BYTES = 12 * MAX_PAGE_BODY_BYTES;
/** Pages on which a card number is entered. */
const paymentPath = /^(?:\/[\w-]+)?\/(?:user\/payment|jpcart)(?:\/|$)/;
const photoPath = /^(?:\/[\w-]+)?\/profile\/(?:return-|message-)?photos$/;

/** Creates the HTTP edge: the middleware and routing in front of the API, the storefront and the other handlers. */
export function buildEdge({
  config,
  log,
  loadMonitor,
  isReady,
  invalidSettings = async () => [],
  api,
  adminApi,
  sandboxGateway,
  storefront,
  admin,
  imageHandler,
  seoFeeds,
  readContentChanges,
  processRegistry,
  getLoopDelayMs,
}: EdgeOptions): Hono {
  const edge = new Hono();
  edge.use(
    recordRoute,
    securityHeaders(config),
    rejectUnknownMethods,
    shedLoad(config.maxEventLoopDelayMs, getLoopDelayMs),
    loadMonitor.trackRequest,
    compress,
    limitResponseTime,
    limitUploads(),
  );

  addHealthRoutes(edge, isReady, invalidSettings);
  if (config.role === "web" && config.apiBaseUrl) edge.use(rejectProxyLoops(log));
  if (storefront) addBuildInfo(edge, storefront.build);
  if (sandboxGateway) edge.mount("/sandbox-gateway", (request) => sandboxGateway.fetch(request));
  if (imageHandler) edge.get("/media/:file", imageHandler);
  if (seoFeeds)
    for (const path of ["/robots.txt", "/sitemap.xml", "/sitemaps/:file", "/feeds/:file"])
      edge.get(path, (c) => seoFeeds.fetch(c.req.raw));
  if (api && !config.apiBaseUrl && readContentChanges)
    addContentChangesRoute(edge, readContentChanges, createStorefrontSignature(config));
  if (processRegistry) addProcessesRoute(edge, processRegistry, createStorefrontSignature(config));
  if (adminApi) addAdminApi(edge, config, adminApi);
  if (api) edge.all("/v1/*", (c) => api.fetch(c.req.raw, createApiBindings(c.env as EdgeBindings | undefined)));
  if (admin) addAdminPages(edge, { config, log }, admin);
  if (storefront) addStorefrontPages(edge, { config, log }, storefront);

  edge.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    if (isRequestAborted(error)) return c.text("Bad Request", 400);
    if (isDatabaseUnavailable(error))
      return c.text("The shop is out of service for a moment.", 503, { "retry-after": "5" });
    const requestId = c.req.header("x-request-id") ?? "";
    log.error("request failed", error, { request: requestId, method: c.req.method, path: redactPath(c.req.url) });
    return c.text(`Internal Server Error\n\n${requestId}\n`, 500);
  });
  return edge;
}

function addStorefrontPages(
  edge: Hono,
  { config, log }: Pick<EdgeOptions, "config" | "log">,
  { assets, handleRequest, renderErrorPage, contentSecurityPolicyOverride }: Storefront,
): void {
  const createPageCsp = createPageCspBuilder(config);
  const createPaymentCsp = createPaymentCspBuilder(config);
  const [limitPageBody, limitPhotoBody] = [limitBodySize(MAX_PAGE_BODY_BYTES), limitBodySize(MAX_PHOTO_BODY_BYTES)];
  const setHeaders = ({ headers, status }: Response, contentSecurityPolicy: string) => {
    headers.set("content-security-policy", contentSecurityPolicyOverride ?? contentSecurityPolicy);
    headers.delete(THIRD_PARTY_SERVICES_HEADER);
    if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
    if (status === 503 && !headers.has("retry-after")) headers.set("retry-after", "5");
  };
  const respondWithNonce = async (request: Request, renderPage: (nonce: string) => Promise<Response>) => {
    const nonce = randomBytes(16).toString("base64");
    const response = await renderPage(nonce);
    const scriptSource = `'nonce-${nonce}'`;
    const services = response.headers.get(THIRD_PARTY_SERVICES_HEADER) ?? "";
    const isPayment = paymentPath.test(new URL(request.url).pathname);
    response.headers.set("x-cache", "bypass");
    setHeaders(response, isPayment ? createPaymentCsp(scriptSource) : createPageCsp(scriptSource, services));
    return response;
  };
  /** Renders a page that guests share: a nonce must not be sent twice, so that its scripts are allowed by their hashes. */
  const respondWithHashes = async (request: Request, policies: PolicyCollector) => {
    const nonce = randomBytes(16).toString("base64");
    const response = await handleRequest(request, nonce, policies);
    const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
    const { html, sources } = isPage
      ? replaceNonce(deferScripts(await response.text(), nonce), nonce)
      : { html: null, sources: "" };
    const services = response.headers.get(THIRD_PARTY_SERVICES_HEADER) ?? "";
    const shared = html === null ? response : new Response(html, response);
    setHeaders(shared, createPageCsp(sources, services));
    return shared;
  };
  edge.use(
    renderErrorsAsPages((request, status) =>
      respondWithNonce(request, (nonce) => renderErrorPage(request, nonce, status)),
    ),
    allowPageMethods,
    serveAssets(assets),
  );
  edge.use(requireSameOrigin(config.publicUrl, log), (c, next) =>
    (photoPath.test(c.req.path) ? limitPhotoBody : limitPageBody)(c, next),
  );
  edge.all("*", (c) => {
    const policies = (c.env as EdgeBindings | undefined)?.policies;
    if (policies) return respondWithHashes(c.req.raw, policies);
    return respondWithNonce(c.req.raw, (nonce) => handleRequest(c.req.raw, nonce));
  });
}

function createApiBindings(bindings: EdgeBindings | undefined): ApiBindings {
  const policies = bindings?.policies;
  return {
    receiveRoute: setRoute,
    ...(policies ? { receiveCachePolicy: (policy) => void policies.push(policy) } : {}),
  };
}

/** Names the route of a request that neither the API nor a page has named, such as `/media/:file`. */
const recordRoute: MiddlewareHandler = async (c, next) => {
  await next();
  const route = routePath(c, -1);
  if (getScope()?.route === null && !route.startsWith("*") && route !== "/*") setRoute(route);
};

function limitBodySize(maxSize: number) {
  return bodyLimit({ maxSize, onError: (c) => c.text("Content Too Large", 413) });
}

/**
 * Publishes the id of the current build, for pages loaded from an earlier one. Clients read the id on the top level or
 * in `data`.
 */
function addBuildInfo(edge: Hono, { id, builtAt }: Storefront["build"]): void {
  const buildInfo = { id, timestamp: builtAt.getTime() };
  for (const base of ["/builds", "/v1/builds"]) {
    edge.get(`${base}/latest.json`, (c) =>
      c.json({ ...buildInfo, data: buildInfo }, 200, { "cache-control": "no-cache" }),
    );
    edge.get(`${base}/meta/${id}.json`, (c) =>
      c.json({ ...buildInfo, data: buildInfo }, 200, { "cache-control": "public, max-age=31536000, immutable" }),
    );
  }
}
