import type { Plugin } from "vite";

/**
 * What Vite puts around every import on demand, without what this shop does not ask for: files of style that come with
 * a script, and preloads. What is left is that a script which cannot be had is told of (lib/reload-guard.ts).
 */
export function lightPreload(): Plugin {
  return {
    name: "furoshiki:light-preload",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    load(id) {
      if (id !== "\0vite/preload-helper.js") return;
      return `
        export const __vitePreload = (load) => load().catch((error) => {
          const event = new Event("vite:preloadError", { cancelable: true });
          event.payload = error;
          dispatchEvent(event);
          if (!event.defaultPrevented) throw error;
        });`;
    },
  };
}
