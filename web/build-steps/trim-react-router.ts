import type { Plugin } from "vite";

const libraryPath = "react-router/dist/production/lib/";
/**
 * Modules of the router whose features the store does not use, replaced by the few exports that the rest of the router
 * imports.
 */
const replacements: Record<string, string> = {
  // All routes are known from the start (react-router.config.ts): no route discovery is needed.
  "dom/ssr/fog-of-war.js": `
    export const isFogOfWarEnabled = () => false;
    export const getPartialManifest = (manifest) => manifest;
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const useFogOFWarDiscovery = () => undefined;
    ${exportUndefined("getManifestPath", "getPathsWithAncestors", "handleClientVersionMismatch")}`,
  // The router's instrumentation is not used.
  "router/instrumentation.js": `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;
    ${exportUndefined("instrumentHandler", "instrumentationResultMetaContext")}`,
};

/** Exports that only the router's server side uses. */
function exportUndefined(...names: string[]): string {
  return names.map((name) => `export const ${name} = undefined;`).join("\n");
}

/**
 * Replaces the router's reload of the page after a route module failed to load, which could go on forever: dispatches
 * Vite's event for a failed chunk, and if no listener reloads the page, returns a component that shows the error page by
 * throwing. (The router would swallow an error thrown here, and the page would stay empty.)
 */
const failedChunkHandler = `
  const event = new Event("vite:preloadError", { cancelable: true });
  event.payload = error;
  window.dispatchEvent(event);
  if (event.defaultPrevented) return new Promise(() => {});
  return { default() { throw error; } };`;

/**
 * Removes parts of React Router that the storefront does not use from the client build (6 KB of Brotli): two modules,
 * and in `lib/dom/lib.js` the display names and unmarked `forwardRef` calls that keep `Form`, `NavLink` and their
 * dependencies on every page. A route module that fails to load is left to errors/chunk-reload.ts.
 * `Links`, which adds the stylesheets of single pages and prefetching, is not in root.tsx: there is one stylesheet. The
 * build fails here if the router's sources look different, or if there is a second stylesheet.
 */
export function trimReactRouterPlugin(): Plugin {
  return {
    name: "furoshiki:trim-react-router",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle(_options, bundle) {
      const stylesheets = Object.keys(bundle).filter((file) => file.endsWith(".css"));
      if (stylesheets.length > 1)
        this.error(`no page would load ${stylesheets.slice(1).join(", ")}: move its styles to app.css`);
    },
    transform: {
      filter: { id: new RegExp(`${libraryPath.replaceAll("/", "\\/")}.*\\.js$`) },
      handler(code, id) {
        const name = id.slice(id.indexOf(libraryPath) + libraryPath.length);
        const replacement = replacements[name];
        if (replacement) return { code: replacement, map: null };
        if (name === "dom/ssr/routeModules.js") {
          const patched = code.replace(
            /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/,
            failedChunkHandler,
          );
          if (patched === code)
            this.error("the reload for a failed route module was not found in React Router: its source has changed");
          return { code: patched, map: null };
        }
        if (name !== "dom/lib.js") return;
        const trimmed = code
          .replace(/^\w+\.displayName = "\w+";$/gm, "")
          .replaceAll("= React$1.forwardRef(", "= /* @__PURE__ */ React$1.forwardRef(");
        if (trimmed === code)
          this.error("no display names were found in lib/dom/lib.js of React Router: its source has changed");
        return { code: trimmed, map: null };
      },
    },
  };
}
