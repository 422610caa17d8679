import { readFileSync } from "node:fs";
import { join, sep } from "node:path";
import compile from "icu-minify/compile";
import type { Plugin } from "vite";
import { bindWords } from "../app/lib/format.ts";
import { partOf, saysTextsOf } from "../app/messages/parts.ts";

const CHUNKS = "virtual:text-chunks";
const PARTS = ["shop", "own", "aside", "quiet", "all"] as const;
type Part = (typeof PARTS)[number];
/** Parts that the modules which say them are made to wait for. */
const waitedFor = ["own", "aside"] as const;

/**
 * Turns `messages/ru-RU.json?texts=shop` into messages that need no ICU parser in the browser: `shop` is what
 * every page may say, `all` all of them, and the others are told of in messages/parts.ts. A module that names a text of
 * `own` or `aside` waits for it.
 * `virtual:text-chunks` tells the server which file of the client build holds the shop's part of which
 * locale, so that a page can ask for its texts together with its scripts; `ownTextChunks` are those of the shopper's own.
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
        const chunks = (part: Part) =>
          JSON.stringify(building && this.environment.name === "ssr" ? clientChunks(root, part) : {});
        return `export const textChunks = ${chunks("shop")}; export const ownTextChunks = ${chunks("own")}`;
      }
      const [file, query] = id.split("?texts=");
      const part = PARTS.find((name) => name === query);
      if (!file?.endsWith(".json") || !part) return;
      this.addWatchFile(file);
      const messages = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
      const compiled = compileMessages(messages, part, file.endsWith("ru-RU.json"));
      return { code: `export const texts = ${JSON.stringify(compiled)}`, moduleType: "js", map: null };
    },
    transform(code, id) {
      // The router takes a page with an action of the browser apart, by queries.
      const [file = ""] = id.split("?", 1);
      const inApp =
        file.startsWith(`${join(root, "app")}${sep}`) && /\.tsx?$/.test(file) && !file.includes(`${sep}messages${sep}`);
      if (this.environment.name !== "client" || !inApp) return;
      const waited = waitedFor.filter((part) => saysTextsOf(part, code));
      if (waited.length === 0) return;
      return { code: waited.map((part) => `import "/app/lib/${part}-texts.ts";`).join("") + code, map: null };
    },
  };
}

/** True of the sources that bring texts of their own with them: no file that every page loads may hold one. */
export function waitsForTexts(id: string): boolean {
  if (/\/lib\/\w+-texts\.ts$/.test(id)) return true;
  if (!/\/app\/.*\.tsx?$/.test(id)) return false;
  const source = readFileSync(id, "utf8");
  return waitedFor.some((part) => saysTextsOf(part, source));
}

export function compileMessages(
  messages: Record<string, string>,
  part: Part,
  russian: boolean,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(messages)
      .filter(([key]) => part === "all" || partOf(key) === part)
      .map(([key, message]) => [key, compile(russian ? bindWords(message) : message)]),
  );
}

function clientChunks(root: string, part: Part): Record<string, string> {
  const manifest = JSON.parse(readFileSync(join(root, "build/client/.vite/manifest.json"), "utf8")) as Record<
    string,
    { file: string; src?: string }
  >;
  const chunks: Record<string, string> = {};
  for (const [key, entry] of Object.entries(manifest)) {
    const [, locale, of] = /messages\/([\w-]+)\.json\?texts=(\w+)/.exec(entry.src ?? key) ?? [];
    if (locale && of === part) chunks[locale] = `/${entry.file}`;
  }
  return chunks;
}
