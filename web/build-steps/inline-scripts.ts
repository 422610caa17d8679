import { minifySync, type Plugin } from "vite";
import { replayEarlyEvents } from "../app/hydration/event-replay.ts";
import { deferStart } from "../app/hydration/deferred-start.ts";

const INLINE_SCRIPTS_MODULE = "virtual:page-scripts";

/** Provides the inline scripts of every page (`virtual:page-scripts`) as minified source text. */
export function inlineScriptsPlugin(): Plugin {
  return {
    name: "furoshiki:page-scripts",
    resolveId(id) {
      return id === INLINE_SCRIPTS_MODULE ? `\0${INLINE_SCRIPTS_MODULE}` : undefined;
    },
    load(id) {
      if (id !== `\0${INLINE_SCRIPTS_MODULE}`) return;
      const functions = { replayEarlyEvents, deferStart };
      const lines = Object.entries(functions).map(
        ([name, script]) => `export const ${name} = ${JSON.stringify(minifyFunction(script))};`,
      );
      return lines.join("\n");
    },
  };
}

function minifyFunction(script: (...args: never[]) => void): string {
  const { code } = minifySync("page-script.js", `export default ${script.toString()}`, { module: true });
  const [, source] = /^export default (function[^]*\});?\s*$/.exec(code) ?? [];
  if (source === undefined)
    throw new Error(`${script.name} is inlined into pages and must be minified to a single function`);
  return source;
}
