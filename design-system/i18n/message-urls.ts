import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest, Plugin } from "vite";
import { locales } from "./locale.ts";

const MESSAGE_URLS_MODULE = "virtual:message-urls";

/**
 * Provides `virtual:message-urls`: the files of the client build with the messages of each locale (app/vite-env.d.ts).
 * @param areas names of the files `messages/<locale>/<area>.json`
 */
export function messageUrlsPlugin(areas: readonly string[]): Plugin {
  let manifestFile: string | null = null;
  let basePath = "/";
  return {
    name: "message-urls",
    configResolved({ base, command, root }) {
      basePath = base;
      if (command === "build") manifestFile = join(root, "build/client/.vite/manifest.json");
    },
    resolveId: {
      filter: { id: new RegExp(`^${MESSAGE_URLS_MODULE}$`) },
      handler: () => `\0${MESSAGE_URLS_MODULE}`,
    },
    load: {
      filter: { id: new RegExp(`^\0${MESSAGE_URLS_MODULE}$`) },
      handler() {
        // The browser has no use for the URLs, and the server is built after the client.
        const isServerBuild = this.environment.name === "ssr" && manifestFile !== null;
        const manifest =
          isServerBuild && manifestFile ? (JSON.parse(readFileSync(manifestFile, "utf8")) as Manifest) : {};
        const getUrls = (area: string) =>
          Object.fromEntries(
            locales.flatMap((locale) => {
              const chunk = manifest[`app/messages/${locale}/${area}.json`];
              return chunk ? [[locale, basePath + chunk.file]] : [];
            }),
          );
        const urls = Object.fromEntries(areas.map((area) => [area, getUrls(area)]));
        return `export const messageUrls = ${JSON.stringify(urls)};`;
      },
    },
  };
}
