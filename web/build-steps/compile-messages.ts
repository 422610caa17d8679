import { readFileSync } from "node:fs";
import { join, sep } from "node:path";
import compile from "icu-minify/compile";
import type { Plugin } from "vite";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { getMessageBundle, usesMessagesOf } from "../app/messages/message-bundles.ts";

const MESSAGE_CHUNKS_MODULE = "virtual:text-chunks";
const BUNDLES = ["shop", "account", "overlay", "idle", "all"] as const;
type Bundle = (typeof BUNDLES)[number];
/** Bundles that are loaded on demand: every module that uses their messages is made to wait for them. */
const lazyBundles = ["account", "overlay"] as const;

/**
 * Compiles `messages/ru-RU.json?texts=shop` into messages that need no ICU parser in the browser: `shop` holds the
 * messages that every page may use, `all` holds all of them, and the other bundles are described in
 * messages/message-bundles.ts. A module that uses a message of a lazy bundle imports the module that loads it.
 * `virtual:text-chunks` tells the server which file of the client build holds the `shop` bundle of a locale
 * (`textChunks`), so that a page can preload its messages together with its scripts, and which holds the `account` bundle
 * (`accountTextChunks`), so that the service worker can cache it.
 */
export function compileMessagesPlugin(): Plugin {
  let root = "";
  let isBuild = false;
  return {
    name: "furoshiki:compiled-messages",
    enforce: "pre",
    configResolved(config) {
      root = config.root;
      isBuild = config.command === "build";
    },
    resolveId(id) {
      return id === MESSAGE_CHUNKS_MODULE ? `\0${MESSAGE_CHUNKS_MODULE}` : undefined;
    },
    load(id) {
      if (id === `\0${MESSAGE_CHUNKS_MODULE}`) {
        const serializeChunks = (bundle: Bundle) =>
          JSON.stringify(isBuild && this.environment.name === "ssr" ? findClientChunks(root, bundle) : {});
        return `export const textChunks = ${serializeChunks("shop")}; export const accountTextChunks = ${serializeChunks("account")}`;
      }
      const [file, query] = id.split("?texts=");
      const bundle = BUNDLES.find((name) => name === query);
      if (!file?.endsWith(".json") || !bundle) return;
      this.addWatchFile(file);
      const messages = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
      const compiled = compileMessages(messages, bundle, file.endsWith("ru-RU.json"));
      return { code: `export const texts = ${JSON.stringify(compiled)}`, moduleType: "js", map: null };
    },
    transform(code, id) {
      // The router splits a route module with client exports into several modules, distinguished by their query.
      const [file = ""] = id.split("?", 1);
      const isAppSource =
        file.startsWith(`${join(root, "app")}${sep}`) && /\.tsx?$/.test(file) && !file.includes(`${sep}messages${sep}`);
      if (this.environment.name !== "client" || !isAppSource) return;
      const usedBundles = lazyBundles.filter((bundle) => usesMessagesOf(bundle, code));
      if (usedBundles.length === 0) return;
      return {
        code: usedBundles.map((bundle) => `import "/app/i18n/${bundle}-messages.ts";`).join("") + code,
        map: null,
      };
    },
  };
}

/** Whether a module loads a lazy message bundle. No chunk that every page loads may contain such a module. */
export function requiresLazyMessages(id: string): boolean {
  if (/\/i18n\/\w+-messages\.ts$/.test(id)) return true;
  if (!/\/app\/.*\.tsx?$/.test(id)) return false;
  const source = readFileSync(id, "utf8");
  return lazyBundles.some((bundle) => usesMessagesOf(bundle, source));
}

/** Compiles the messages of a bundle; Russian texts get no-break spaces. */
export function compileMessages(
  messages: Record<string, string>,
  bundle: Bundle,
  isRussian: boolean,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(messages)
      .filter(([key]) => bundle === "all" || getMessageBundle(key) === bundle)
      .map(([key, message]) => [key, compile(isRussian ? insertNonBreakingSpaces(message) : message)]),
  );
}

/** Returns the URL of the client chunk with a message bundle, by locale. */
function findClientChunks(root: string, bundle: Bundle): Record<string, string> {
  const manifest = JSON.parse(readFileSync(join(root, "build/client/.vite/manifest.json"), "utf8")) as Record<
    string,
    { file: string; src?: string }
  >;
  const urlsByLocale: Record<string, string> = {};
  for (const [key, entry] of Object.entries(manifest)) {
    const [, locale, chunkBundle] = /messages\/([\w-]+)\.json\?texts=(\w+)/.exec(entry.src ?? key) ?? [];
    if (locale && chunkBundle === bundle) urlsByLocale[locale] = `/${entry.file}`;
  }
  return urlsByLocale;
}
