import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { createLocaleManifest, type RouteManifest } from "../app/navigation/route-manifest.ts";
import { locales } from "@furoshiki/design-system/i18n/locale.ts";

const MANIFEST_PREFIX = "window.__reactRouterManifest=";

/**
 * Splits the router's manifest of all routes into one file per locale (`createLocaleManifest`): 0.7 KB less on every
 * page, and half as many routes to process before hydration.
 */
export function splitRouteManifestPlugin(): Plugin {
  let folder = "";
  return {
    name: "furoshiki:split-route-manifest",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, "build/client", config.build.assetsDir);
    },
    // The router writes the manifest during the server build.
    writeBundle() {
      if (this.environment.name !== "ssr") return;
      const name = readdirSync(folder).find((file) => /^manifest-\w+\.js$/.test(file));
      const source = name ? readFileSync(join(folder, name), "utf8") : "";
      if (!name || !source.startsWith(MANIFEST_PREFIX))
        return this.error(
          "the route manifest of React Router was not found in the client build: its file name or format has changed",
        );
      const manifest = JSON.parse(source.slice(MANIFEST_PREFIX.length).replace(/;$/, "")) as RouteManifest;
      for (const locale of locales) {
        const localeManifest = createLocaleManifest(manifest, locale);
        writeFileSync(
          join(folder, localeManifest.url.slice(localeManifest.url.lastIndexOf("/") + 1)),
          `${MANIFEST_PREFIX}${JSON.stringify(localeManifest)};`,
        );
      }
      rmSync(join(folder, name));
    },
  };
}
