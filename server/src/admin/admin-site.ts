import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from "react-router";
import type { AdminServer } from "../../../admin/app/api-client/server-context.ts";
import { ADMIN_PATH } from "../../../api/src/platform/admin-url.ts";
import { StartupError } from "../../../api/src/platform/startup-error.ts";
import type { AppContext } from "../../../api/src/platform/http/endpoint.ts";
import type { InProcessBindings } from "../../../api/src/platform/http/route-contract.ts";
import type { Locale } from "../../../api/src/platform/i18n/locale.ts";
import { setRoute } from "../../../api/src/platform/observability/request-scope.ts";
import type { PageBindings } from "../../../api/src/staff/admin-endpoint.ts";
import { getStoreName } from "../../../api/src/platform/store-profile/store-name.ts";
import { redactPath } from "../../../api/src/platform/http/redact-path.ts";
import { type Assets, readAssets } from "../http/static-assets.ts";
import { CLIENT_HEADERS } from "../http/storefront-signature.ts";
import { traceApiCall } from "../telemetry/api-calls.ts";
import { startRendering } from "../telemetry/rendering.ts";

/** The pages of the back office as the HTTP edge serves them. */
export type AdminSite = {
  /** Renders a page, or handles a form or a request for a page's data. The nonce is that of the page's scripts. */
  handleRequest: (request: Request, nonce: string) => Promise<Response>;
  assets: Assets;
  /** Replaces the Content-Security-Policy of the back office. */
  contentSecurityPolicyOverride?: string;
};

type ApiBindings = PageBindings & Pick<InProcessBindings, "receiveRoute">;
type FetchHandler = { fetch: (request: Request, bindings?: ApiBindings) => Response | Promise<Response> };
type AdminApp = Pick<AppContext, "config" | "db" | "log">;
const buildFolder = join(import.meta.dirname, "../../../admin/build");

/**
 * Opens the built back office, with its static assets in memory. Its server build is loaded with the first request, because
 * it takes 20 MB, which a process that only guests use does not need; in a process for staff, at once.
 *
 * @param api serves `/v1/admin`
 * @throws StartupError if it was not built.
 */
export async function openAdminSite(app: AdminApp, api: FetchHandler): Promise<AdminSite> {
  const serverFile = join(buildFolder, "server/index.js");
  if (!existsSync(serverFile))
    throw new StartupError("The back office is not built yet: start the shop with npm start.");
  let handler: Promise<AdminSite["handleRequest"]> | undefined;
  const loadHandler = () =>
    (handler ??= import(pathToFileURL(serverFile).href).then((build) =>
      createAdminRequestHandler(build as ServerBuild, app, api),
    ));
  if (app.config.role === "admin") await loadHandler();
  return {
    handleRequest: async (request, nonce) => (await loadHandler())(request, nonce),
    assets: readAssets(join(buildFolder, "client"), ADMIN_PATH),
  };
}

/**
 * Creates the request handler of a build.
 *
 * @param build in development a function that loads the latest build
 */
export function createAdminRequestHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  app: AdminApp,
  api: FetchHandler,
): AdminSite["handleRequest"] {
  const handler = createRequestHandler(build, typeof build === "function" ? "development" : "production");
  return async (request, nonce) => {
    const context = new RouterContextProvider();
    // React Router contexts are compared by identity, so it must be the object of the build.
    const { serverContext } = (typeof build === "function" ? await build() : build).entry.module as unknown as {
      serverContext: RouterContext<AdminServer>;
    };
    context.set(serverContext, createAdminServer(app, api, request, nonce));
    return handler(request, context);
  };
}

/** Creates what a request to the back office gets of the server. */
function createAdminServer({ config, db, log }: AdminApp, api: FetchHandler, request: Request, nonce: string) {
  const { origin } = new URL(config.adminUrl ?? config.publicUrl);
  const requestId = request.headers.get("x-request-id") ?? "";
  const page: PageBindings["page"] = {};
  const server: AdminServer = {
    callApi: async (path, init) => {
      // The edge has checked that a form was sent from this site, as the API does for requests of its own.
      const headers = { ...init.headers, ...getForwardedHeaders(request), origin };
      return traceApiCall(init.method, (receiveRoute) =>
        api.fetch(new Request(origin + path, { ...init, headers }), { page, receiveRoute }),
      );
    },
    nonce,
    requestId,
    setRoute: (route) => setRoute(ADMIN_PATH + route),
    startRendering: () => startRendering("admin"),
    getStoreName: (locale) => getStoreName(db, locale as Locale),
    secureCookies: origin.startsWith("https:"),
    logError: (error, fields) =>
      log.error("page failed", error, {
        request: requestId,
        method: request.method,
        path: redactPath(request.url),
        ...fields,
      }),
  };
  return server;
}

/** Returns the headers of a request that identify the session and the client, for API calls on its behalf. */
function getForwardedHeaders({ headers }: Request): Record<string, string> {
  return Object.fromEntries(
    ["cookie", "user-agent", ...CLIENT_HEADERS].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
