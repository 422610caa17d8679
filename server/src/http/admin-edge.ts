import { randomBytes } from "node:crypto";
import type { Context, Hono, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { ADMIN_PATH } from "../../../api/src/platform/admin-url.ts";
import type { Config } from "../../../api/src/platform/config.ts";
import { getClientIp } from "../../../api/src/platform/http/endpoint.ts";
import { parseNetworks } from "../../../api/src/platform/http/trusted-proxies.ts";
import type { Log } from "../../../api/src/platform/log.ts";
import { setRoute } from "../../../api/src/platform/observability/request-scope.ts";
import type { AdminSite } from "../admin/admin-site.ts";
import { allowPageMethods, requireSameOrigin } from "./request-guards.ts";
import { adminPermissionsPolicy, createAdminCsp } from "./security-headers.ts";
import { serveAssets } from "./static-assets.ts";

const MAX_BODY_BYTES = 1024 * 1024;

type ApiHandler = {
  fetch: (request: Request, bindings: { receiveRoute: (route: string) => void }) => Response | Promise<Response>;
};

/**
 * Creates a check of whether a request can reach the back office: it is sent to the host of ADMIN_URL, from one of
 * ADMIN_ALLOWED_NETWORKS.
 */
function createAdminAccessCheck({ adminUrl, adminAllowedNetworks }: Config): (c: Context) => boolean {
  const host = adminUrl === undefined ? null : new URL(adminUrl).host;
  const isAllowedNetwork = adminAllowedNetworks === undefined ? () => true : parseNetworks(adminAllowedNetworks);
  return (c) => new URL(c.req.url).host === host && isAllowedNetwork(getClientIp(c));
}

/** Serves `/v1/admin` to those who can reach the back office; for others the next handler answers. */
export function addAdminApi(edge: Hono, config: Config, api: ApiHandler): void {
  const canReachAdmin = createAdminAccessCheck(config);
  edge.all("/v1/admin/*", (c, next) => (canReachAdmin(c) ? api.fetch(c.req.raw, { receiveRoute: setRoute }) : next()));
}

/**
 * Serves the pages of the back office below ADMIN_PATH to those who can reach it; for others the next handler answers.
 */
export function addAdminPages(
  edge: Hono,
  { config, log }: { config: Config; log: Log },
  { assets, handleRequest, contentSecurityPolicyOverride }: AdminSite,
): void {
  if (config.adminUrl === undefined) return;
  const { origin } = new URL(config.adminUrl);
  const canReachAdmin = createAdminAccessCheck(config);
  const ifAllowed = (middleware: MiddlewareHandler): MiddlewareHandler => {
    return (c, next) => (canReachAdmin(c) ? middleware(c, next) : next());
  };
  const limitBody = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => c.text("Content Too Large", 413) });
  const respond: MiddlewareHandler = async (c) => {
    const nonce = randomBytes(16).toString("base64");
    const response = await handleRequest(c.req.raw, nonce);
    const { headers } = response;
    headers.set("content-security-policy", contentSecurityPolicyOverride ?? createAdminCsp(nonce));
    headers.set("permissions-policy", adminPermissionsPolicy);
    headers.set("cache-control", "no-store");
    headers.set("x-robots-tag", "noindex");
    headers.set("referrer-policy", "same-origin");
    return response;
  };
  const middleware = [allowPageMethods, serveAssets(assets), requireSameOrigin(origin, log), limitBody, respond];
  // React Router expects the slash at the end of its base path.
  edge.use(
    ADMIN_PATH,
    ifAllowed(async (c) => c.redirect(`${ADMIN_PATH}/`, 308)),
  );
  edge.use(`${ADMIN_PATH}/*`, ...middleware.map(ifAllowed));
}
