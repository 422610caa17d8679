import { join } from "node:path";
import type { ServerBuild } from "react-router";
import { ADMIN_PATH } from "../../../api/src/platform/admin-url.ts";
import type { NodeMiddleware } from "../http/listen.ts";
import { createAdminRequestHandler, type AdminSite } from "./admin-site.ts";

/**
 * Serves the back office from its sources with Vite and hot module replacement.
 *
 * @param hmrPort the port of the hot module replacement socket; stable over restarts, so that the browser can
 * reconnect.
 */
export async function openDevAdminSite(
  app: Parameters<typeof createAdminRequestHandler>[1],
  api: Parameters<typeof createAdminRequestHandler>[2],
  hmrPort: number,
): Promise<AdminSite & { nodeMiddleware: NodeMiddleware; close: () => Promise<void> }> {
  const { createServer } = await import("vite");
  const root = join(import.meta.dirname, "../../../admin");
  const vite = await createServer({
    root,
    configFile: join(root, "vite.config.ts"),
    appType: "custom",
    server: { middlewareMode: true, hmr: { host: "127.0.0.1", port: hmrPort } },
  });
  const loadBuild = async () => (await vite.ssrLoadModule("virtual:react-router/server-build")) as ServerBuild;
  return {
    handleRequest: createAdminRequestHandler(loadBuild, app, api),
    assets: new Map(),
    // Vite's styles and scripts need more than the policy of the back office allows.
    contentSecurityPolicyOverride: `default-src 'self' 'unsafe-inline' blob: data: ws://127.0.0.1:${hmrPort}`,
    nodeMiddleware: (incoming, outgoing, next) => {
      if (incoming.url?.startsWith(`${ADMIN_PATH}/`)) vite.middlewares(incoming, outgoing, next);
      else next();
    },
    close: () => vite.close(),
  };
}
