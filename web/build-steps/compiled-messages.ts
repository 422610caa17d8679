import { readFileSync } from "node:fs";
import { join } from "node:path";
import compile from "icu-minify/compile";
import type { Plugin } from "vite";
import { bindWords } from "../app/lib/format.ts";

const CHUNKS = "virtual:text-chunks";

/**
 * Turns `messages/ru-RU.json?texts` into messages that need no ICU parser in the browser, and tells the
 * server under `virtual:text-chunks` which file of the client build holds which locale, so that a page can ask
 * for its texts together with its scripts.
 */
export function compiledMessages(): Plugin {
  let root = "";
  let building = false;
  return {
    name: "furoshiki:compiled-messages",
    enforce: "pre",
    configResolved(config) {
      root = config.root;
      building = config.command === "build";
    },
    resolveId(id) {
      return id === CHUNKS ? `\0${CHUNKS}` : undefined;
    },
    load(id) {
      if (id === `\0${CHUNKS}`) {
        const chunks = building && this.environment.name === "ssr" ? clientChunks(root) : {};
        return `export default ${JSON.stringify(chunks)}`;
      }
      const [file, query] = id.split("?");
      if (query !== "texts" || !file?.endsWith(".json")) return;
      this.addWatchFile(file);
      const messages = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
      const code = `export default ${JSON.stringify(compileMessages(messages, file.endsWith("ru-RU.json")))}`;
      return { code, moduleType: "js", map: null };
    },
  };
}

export function compileMessages(messages: Record<string, string>, russian: boolean): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [key, compile(russian ? bindWords(message) : message)]),
  );
}

function clientChunks(root: string): Record<string, string> {
  const manifest = JSON.parse(readFileSync(join(root, "build/client/.vite/manifest.json"), "utf8")) as Record<
    string,
    { file: string; src?: string }
  >;
  const chunks: Record<string, string> = {};
  for (const [key, entry] of Object.entries(manifest)) {
    const locale = /messages\/([\w-]+)\.json\?texts/.exec(entry.src ?? key)?.[1];
    if (locale) chunks[locale] = `/${entry.file}`;
  }
  return chunks;
}
