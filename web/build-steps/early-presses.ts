import { minifySync, type Plugin } from "vite";
import { keepEarlyPresses } from "../app/lib/early-presses.ts";

const SCRIPT = "virtual:early-presses";

/** Gives the function that stands in the head of every page, as text and as small as it gets. */
export function earlyPresses(): Plugin {
  return {
    name: "furoshiki:early-presses",
    resolveId(id) {
      return id === SCRIPT ? `\0${SCRIPT}` : undefined;
    },
    load(id) {
      if (id !== `\0${SCRIPT}`) return;
      const module = `export default ${keepEarlyPresses.toString()}`;
      const { code } = minifySync("early-presses.js", module, { module: true });
      const [, text] = /^export default (function[^]*\});?\s*$/.exec(code) ?? [];
      if (text === undefined) throw new Error("the script of the head is not one function");
      return `export const keepEarlyPresses = ${JSON.stringify(text)}`;
    },
  };
}
