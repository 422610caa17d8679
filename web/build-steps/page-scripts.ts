import { minifySync, type Plugin } from "vite";
import { keepEarlyPresses } from "../app/lib/early-presses.ts";
import { startLate } from "../app/lib/late-start.ts";

const SCRIPTS = "virtual:page-scripts";

/** Gives the functions that stand in every page, as text and as small as they get. */
export function pageScripts(): Plugin {
  return {
    name: "furoshiki:page-scripts",
    resolveId(id) {
      return id === SCRIPTS ? `\0${SCRIPTS}` : undefined;
    },
    load(id) {
      if (id !== `\0${SCRIPTS}`) return;
      const texts = { keepEarlyPresses, startLate };
      const lines = Object.entries(texts).map(([name, own]) => `export const ${name} = ${JSON.stringify(small(own))};`);
      return lines.join("\n");
    },
  };
}

function small(own: (...given: never[]) => void): string {
  const { code } = minifySync("page-script.js", `export default ${own.toString()}`, { module: true });
  const [, text] = /^export default (function[^]*\});?\s*$/.exec(code) ?? [];
  if (text === undefined) throw new Error(`${own.name}, a script of every page, is not one function`);
  return text;
}
