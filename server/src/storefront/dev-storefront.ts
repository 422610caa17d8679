import { join } from "node:path";
import type { ServerBuild } from "react-router";
import type { Config } from "../../../api/src/platform/config.ts";
import type { Log } from "../../../api/src/platform/log.ts";
import type { NodeMiddleware } from "../http/listen.ts";
import { createRequestHandlers, type Storefront } from "./storefront.ts";

/**
 * Serves the storefront from its sources with Vite and hot module replacement.
 * @param hmrPort the port of the hot module replacement socket; stable over restarts, so that the browser can
 * reconnect.
 */
export async function openDevStorefront(
  config: Config,
  api: Parameters<typeof createRequestHandlers>[1]["api"],
  log: Log,
  hmrPort: number,
): Promise<Storefront & { nodeMiddleware: NodeMiddleware; close: () => Promise<void> }> {
  const { createServer } = await import("vite");
  const root = join(import.meta.dirname, "../../../web");
  const vite = await createServer({
    root,
    configFile: join(root, "vite.config.ts"),
    appType: "custom",
    server: { middlewareMode: true, hmr: { host: "127.0.0.1", port: hmrPort } },
  });
  const loadBuild = async () => (await vite.ssrLoadModule("virtual:react-router/server-build")) as ServerBuild;
  return {
    ...createRequestHandlers(loadBuild, { config, api, log, buildId: "live" }),
    assets: new Map(),
    build: { id: "live", builtAt: new Date() },
    // Vite's styles and scripts need more than the store's policy allows.
    contentSecurityPolicyOverride: `default-src 'self' 'unsafe-inline' blob: data: ws://127.0.0.1:${hmrPort}`,
    nodeMiddleware: vite.middlewares,
    close: () => vite.close(),
  };
}
