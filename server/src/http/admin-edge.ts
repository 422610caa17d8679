import { randomBytes } from "node:crypto";
import type { Hono, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { ADMIN_PATH, type Config } from "../../../api/src/platform/config.ts";
import type { Log } from "../../../api/src/platform/log.ts";
import type { AdminSite } from "../admin/admin-site.ts";
import { allowPageMethods, requireSameOrigin } from "./request-guards.ts";
import { createAdminCsp } from "./security-headers.ts";
import { serveAssets } from "./static-assets.ts";

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Serves the pages of the back office below ADMIN_PATH, on the host of ADMIN_URL only: on another host the next handler
 * answers.
 */
export function addAdminPages(
  edge: Hono,
  { config, log }: { config: Config; log: Log },
  { assets, handleRequest, contentSecurityPolicyOverride }: AdminSite,
): void {
  if (config.adminUrl === undefined) return;
  const { origin, host } = new URL(config.adminUrl);
  const onAdminHost = (middleware: MiddlewareHandler): MiddlewareHandler => {
    return (c, next) => (new URL(c.req.url).host === host ? middleware(c, next) : next());
  };
  const limitBody = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => c.text("Content Too Large", 413) });
  const respond: MiddlewareHandler = async (c) => {
    const nonce = randomBytes(16).toString("base64");
    const response = await handleRequest(c.req.raw, nonce);
    const { headers } = response;
    headers.set("content-security-policy", contentSecurityPolicyOverride ?? createAdminCsp(nonce));
    headers.set("cache-control", "no-store");
    headers.set("x-robots-tag", "noindex");
    headers.set("referrer-policy", "same-origin");
    return response;
  };
  const middleware = [allowPageMethods, serveAssets(assets), requireSameOrigin(origin, log), limitBody, respond];
  // React Router expects the slash at the end of its base path.
  edge.use(
    ADMIN_PATH,
    onAdminHost(async (c) => c.redirect(`${ADMIN_PATH}/`, 308)),
  );
  edge.use(`${ADMIN_PATH}/*`, ...middleware.map(onAdminHost));
}
