import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest, Plugin } from "vite";
import { locales } from "@furoshiki/design-system/i18n/locale.ts";

const MESSAGE_URLS_MODULE = "virtual:message-urls";

/**
 * Provides `virtual:message-urls`: the files of the client build with the messages of each locale (app/vite-env.d.ts).
 */
export function messageUrlsPlugin(): Plugin {
  let manifestFile: string | null = null;
  return {
    name: "furoshiki:message-urls",
    configResolved({ command, root }) {
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
              return chunk ? [[locale, `/${chunk.file}`]] : [];
            }),
          );
        const urls = { shop: getUrls("shop"), account: getUrls("account") };
        return `export const messageUrls = ${JSON.stringify(urls)};`;
      },
    },
  };
}
