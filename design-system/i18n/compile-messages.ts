import compile from "icu-minify/compile";
import type { Plugin } from "vite";
import { insertNonBreakingSpaces } from "./format.ts";

const messageFile = /\/messages\/(\w\w-\w\w)(?:\/[\w-]+)?\.json$/;

/**
 * Compiles the ICU messages of `messages/<locale>.json` and `messages/<locale>/<area>.json` when such a file is imported, so that the browser needs
 * no parser for them.
 */
export function compileMessagesPlugin(): Plugin {
  return {
    name: "compile-messages",
    enforce: "pre",
    transform: {
      filter: { id: messageFile },
      handler(json, id) {
        const [, locale] = messageFile.exec(id) ?? [];
        return { code: JSON.stringify(compileMessages(JSON.parse(json), locale)), map: null };
      },
    },
  };
}

/** Compiles ICU messages; Russian texts get no-break spaces. */
function compileMessages(messages: Record<string, string>, locale: string | undefined) {
  const prepare = locale === "ru-RU" ? insertNonBreakingSpaces : (text: string) => text;
  return Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compile(prepare(text))]));
}
