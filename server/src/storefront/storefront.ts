import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from "react-router";
import type { Config } from "../../../api/src/platform/config.ts";
import { StartupError } from "../../../api/src/platform/startup-error.ts";
import { CACHE_POLICY_HEADER, type Api as InProcessApi } from "../../../api/src/platform/http/endpoint.ts";
import { collapseSlashes, replaceLineBreaks } from "../../../web/app/navigation/canonical-path.ts";
import type { ApiResponse, StorefrontServer } from "../../../web/app/api-client/server-context.ts";
import type { CachePolicy } from "../../../api/src/platform/http/route-contract.ts";
import type { PolicyCollector } from "../response-cache/render-shared-response.ts";
import type { Log } from "../../../api/src/platform/log.ts";
import { setRoute } from "../../../api/src/platform/observability/request-scope.ts";
import { redactPath } from "../../../api/src/platform/http/redact-path.ts";
import { startRendering } from "../telemetry/rendering.ts";
import { traceApiCall, traceRemoteCall } from "../telemetry/api-calls.ts";
import { type Assets, readAssets } from "../http/static-assets.ts";
import { CLIENT_HEADERS, SIGNATURE_HEADER, type StorefrontSignature } from "../http/storefront-signature.ts";
import { createErrorBuild, errorStatusContext } from "./error-pages.ts";

/** The storefront as the HTTP edge serves it. */
export type Storefront = {
  /**
   * Renders a page, or handles a form or a request for a page's data. The nonce is that of the page's scripts.
   * @param policies of a page that guests share, which is complete when it is returned: receives the cache policy of each
   * API response that the page is made of
   */
  handleRequest: (request: Request, nonce: string, policies?: PolicyCollector) => Promise<Response>;
  /** Renders the error page of a status at the URL of a request. */
  renderErrorPage: (request: Request, nonce: string, status: number) => Promise<Response>;
  assets: Assets;
  build: { id: string; builtAt: Date };
  /** Replaces the store's Content-Security-Policy on pages. */
  contentSecurityPolicyOverride?: string;
};

type ApiClient = Pick<StorefrontServer, "stream"> & {
  /** @param needsCachePolicy whether the page needs the cache policy of the response, which may take further queries */
  api: (
    path: string,
    init?: Parameters<StorefrontServer["api"]>[1],
    needsCachePolicy?: boolean,
  ) => Promise<ApiResponse>;
};
const buildFolder = join(import.meta.dirname, "../../../web/build");

/**
 * Opens the built storefront, with its static assets in memory.
 * @throws StartupError if it was not built.
 */
export async function openStorefront(config: Config, api: ApiClient, log: Log): Promise<Storefront> {
  const buildIdFile = join(buildFolder, "build-id");
  const buildIdStats = statSync(buildIdFile, { throwIfNoEntry: false });
  if (!buildIdStats) throw new StartupError("The storefront is not built yet: start the shop with npm start.");
  const id = readFileSync(buildIdFile, "utf8");
  const server = (await import(pathToFileURL(join(buildFolder, "server/index.js")).href)) as ServerBuild;
  return {
    ...createRequestHandlers(server, { config, api, log, buildId: id }),
    assets: readAssets(join(buildFolder, "client")),
    build: { id, builtAt: buildIdStats.mtime },
  };
}

/** A build, or in development a function that loads the latest one. */
type BuildSource = ServerBuild | (() => Promise<ServerBuild>);
type HandlerOptions = { config: Config; api: ApiClient; log: Log; buildId: string };

/** Creates the request handlers of a build; in development, of the latest build for each request. */
export function createRequestHandlers(
  build: BuildSource,
  options: HandlerOptions,
): Pick<Storefront, "handleRequest" | "renderErrorPage"> {
  const isDev = typeof build === "function";
  const mode = isDev ? "development" : "production";
  const handler = createRequestHandler(build, mode);
  const errorHandler = createRequestHandler(
    isDev ? async () => createErrorBuild(await build()) : createErrorBuild(build),
    mode,
  );
  const createRouterContext = createContextFactory(build, options);
  const renderErrorPage: Storefront["renderErrorPage"] = async ({ url, method, headers }, nonce, status) => {
    const renderAt = async (pageUrl: URL) => {
      const request = new Request(pageUrl, { headers, method: method === "HEAD" ? "HEAD" : "GET" });
      const context = await createRouterContext(request, nonce);
      context.set(errorStatusContext, status);
      return errorHandler(request, context);
    };
    const pageUrl = new URL(url);
    pageUrl.pathname = collapseSlashes(replaceLineBreaks(pageUrl.pathname));
    const page = await renderAt(pageUrl);
    // A URL that is not canonical redirects: render the error page of the canonical one.
    const canonical = page.headers.get("location");
    return canonical === null ? page : renderAt(new URL(canonical, pageUrl));
  };
  return {
    async handleRequest(request, nonce, policies) {
      const { pathname, search } = new URL(request.url);
      // React Router cannot parse all paths that begin with two slashes.
      const collapsedPath = collapseSlashes(pathname);
      if (collapsedPath !== pathname)
        return new Response(null, { status: 308, headers: { location: collapsedPath + search } });
      // No page has a line break in its path, and React Router would respond without the layout.
      const isPage = !pathname.endsWith(".data");
      if (isPage && replaceLineBreaks(pathname) !== pathname) return renderErrorPage(request, nonce, 404);
      return handler(request, await createRouterContext(request, nonce, policies));
    },
    renderErrorPage,
  };
}

/** Creates a function that creates the context of a request, with which loaders and actions call the API. */
function createContextFactory(build: BuildSource, { config, api, log, buildId }: HandlerOptions) {
  const serverContextValues = {
    buildId,
    publicUrl: config.publicUrl,
    localeStrategy: config.localeStrategy,
    secureCookies: config.publicUrl.startsWith("https:"),
  };
  return async (request: Request, nonce: string, policies?: PolicyCollector) => {
    const context = new RouterContextProvider();
    // React Router contexts are compared by identity, so it must be the object of the build.
    const { serverContext } = (typeof build === "function" ? await build() : build).entry.module as unknown as {
      serverContext: RouterContext<StorefrontServer>;
    };
    const clientHeaders = getClientHeaders(request);
    const { method } = request;
    context.set(serverContext, {
      ...serverContextValues,
      nonce,
      isShared: policies !== undefined,
      setRoute,
      startRendering: () => startRendering("storefront"),
      api: async (path, init) => {
        const callInit = { ...init, headers: { ...init?.headers, ...clientHeaders } };
        const response = await api.api(path, callInit, policies !== undefined).catch((error: unknown) => {
          // The page may be rendered without what the call was for.
          policies?.push(null);
          throw error;
        });
        policies?.push(response.cachePolicy ?? null);
        return response;
      },
      stream: (path, init) => {
        policies?.push(null);
        return api.stream(path, { ...init, headers: { ...init.headers, ...clientHeaders } });
      },
      logError: (error, fields) =>
        log.error("page failed", error, {
          request: clientHeaders["x-request-id"],
          method,
          path: redactPath(request.url),
          ...fields,
        }),
    });
    return context;
  };
}

/** Returns the client headers of a request, for the API calls that a page makes on its behalf. */
function getClientHeaders({ headers }: Request): Record<string, string> {
  return Object.fromEntries(
    CLIENT_HEADERS.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** Calls the API in this process: response bodies are passed as objects, without a JSON round trip. */
export function createInProcessApiClient(api: Pick<InProcessApi, "fetch">): ApiClient {
  const createRequest = (path: string, init?: RequestInit) => new Request(`http://api.internal${path}`, init);
  return {
    api: async (path, init, needsCachePolicy) => {
      let receivedBody: object | undefined;
      let cachePolicy: CachePolicy | undefined;
      const receiveBody = (body: object) => {
        receivedBody = body;
      };
      const receiveCachePolicy = (policy: CachePolicy) => {
        cachePolicy = policy;
      };
      const bindings = { receiveBody, ...(needsCachePolicy ? { receiveCachePolicy } : {}) };
      const response = await traceApiCall(init?.method, (receiveRoute) =>
        api.fetch(createRequest(path, init), { ...bindings, receiveRoute }),
      );
      return receivedBody && response.ok
        ? { status: response.status, body: receivedBody, retryAfter: null, cachePolicy }
        : readApiResponse(response);
    },
    stream: async (path, init) =>
      traceApiCall("GET", (receiveRoute) => api.fetch(createRequest(path, init), { receiveRoute })),
  };
}

/**
 * Calls the API at API_BASE_URL with signed client headers; if it cannot be reached, the response is 503 `not_ready`.
 */
export function createRemoteApiClient(origin: string, { sign }: StorefrontSignature): ApiClient {
  const sendRequest = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    traceRemoteCall({ origin, method: init.method, headers: init.headers ?? {} }, (headers) =>
      fetch(origin + path, {
        ...init,
        headers: { ...headers, [SIGNATURE_HEADER]: sign(headers) },
        redirect: "manual",
      }),
    );
  return {
    api: async (path, init, needsCachePolicy) => {
      try {
        const headers = { ...init?.headers, ...(needsCachePolicy ? { [CACHE_POLICY_HEADER]: "1" } : {}) };
        return await readApiResponse(await sendRequest(path, { ...init, headers }));
      } catch {
        return { status: 503, body: { code: "not_ready" }, retryAfter: 5 };
      }
    },
    stream: async (path, init) => {
      try {
        return await sendRequest(path, init);
      } catch {
        return new Response(null, { status: 503 });
      }
    },
  };
}

/** @throws SyntaxError if the response is not JSON */
async function readApiResponse(response: Response): Promise<ApiResponse> {
  const text = await response.text();
  const policy = response.headers.get(CACHE_POLICY_HEADER);
  return {
    status: response.status,
    body: text === "" ? null : (JSON.parse(text) as unknown),
    retryAfter: Number(response.headers.get("retry-after")) || null,
    cachePolicy: policy === null ? undefined : (JSON.parse(policy) as CachePolicy),
  };
}
