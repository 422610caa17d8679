import type { Plugin } from "vite";

/**
 * Replaces the helper that Vite wraps around every dynamic import. Vite's own loads stylesheets and preloads chunks,
 * which the storefront does not need; this one only dispatches `vite:preloadError` when a script fails to load (errors/chunk-reload.ts).
 */
export function preloadHelperPlugin(): Plugin {
  return {
    name: "furoshiki:preload-helper",
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
