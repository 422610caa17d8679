import { join } from "node:path";
import type { ServerBuild } from "react-router";
import type { Config } from "../../api/src/platform/config.ts";
import type { Log } from "../../api/src/platform/log.ts";
import type { FirstHandler } from "./listen.ts";
import { answerWith, type Storefront } from "./storefront.ts";

/**
 * The storefront straight from its sources, reloading itself in the browser as they change.
 * @param reloads the port on which the browser hears of changes; the same over restarts, so that it finds us again.
 */
export async function openLiveStorefront(
  config: Config,
  api: Parameters<typeof answerWith>[1]["api"],
  log: Log,
  reloads: number,
): Promise<Storefront & { first: FirstHandler; close: () => Promise<void> }> {
  const { createServer } = await import("vite");
  const root = join(import.meta.dirname, "../../web");
  const vite = await createServer({
    root,
    configFile: join(root, "vite.config.ts"),
    appType: "custom",
    server: { middlewareMode: true, hmr: { host: "127.0.0.1", port: reloads } },
  });
  const load = async () => (await vite.ssrLoadModule("virtual:react-router/server-build")) as ServerBuild;
  return {
    answer: answerWith(load, { config, api, log, buildId: "live" }),
    assets: new Map(),
    build: { id: "live", madeAt: new Date() },
    // Styles and scripts of the sources need more than the shop's policy gives.
    policy: `default-src 'self' 'unsafe-inline' blob: data: ws://127.0.0.1:${reloads}`,
    first: vite.middlewares,
    close: () => vite.close(),
  };
}
