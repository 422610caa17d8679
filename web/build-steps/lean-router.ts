import type { Plugin } from "vite";

const library = "react-router/dist/production/lib/";
/** Modules of the router whose work this shop does not ask for, as the few answers that the rest expects of them. */
const unasked: Record<string, string> = {
  // All routes are known from the start (react-router.config.ts): nothing is discovered later.
  "dom/ssr/fog-of-war.js": `
    export const isFogOfWarEnabled = () => false;
    export const getPartialManifest = (manifest) => manifest;
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const useFogOFWarDiscovery = () => undefined;
    ${unreached("getManifestPath", "getPathsWithAncestors", "handleClientVersionMismatch")}`,
  // Nobody watches the router's inner steps.
  "router/instrumentation.js": `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;
    ${unreached("instrumentHandler", "instrumentationResultMetaContext")}`,
};

/** What only the router's server side asks for. */
function unreached(...names: string[]): string {
  return names.map((name) => `export const ${name} = undefined;`).join("\n");
}

/**
 * In the place of a reload without end: what Vite says of its own chunks, and where nobody reloads the page a component
 * that brings the error page. (An error thrown here is lost between the loaders, and the page stays empty.)
 */
const failedChunk = `
  const event = new Event("vite:preloadError", { cancelable: true });
  event.payload = error;
  window.dispatchEvent(event);
  if (event.defaultPrevented) return new Promise(() => {});
  return { default() { throw error; } };`;

/**
 * Leaves out of the browser's files what pages do not use of React Router (6 KB of Brotli): two modules, and
 * in `lib/dom/lib.js` the display names and unmarked `forwardRef` calls that hold `Form`, `NavLink` and all
 * they need on every page. A route's script that fails is left to the shop's guard (lib/reload-guard.ts).
 * `Links`, which brings styles of single pages and all that can be fetched ahead of a page, is not in root.tsx: there is
 * one stylesheet. A router that looks different one day, and a second stylesheet, fail the build here.
 */
export function leanRouter(): Plugin {
  return {
    name: "furoshiki:lean-router",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle(_options, bundle) {
      const styles = Object.keys(bundle).filter((file) => file.endsWith(".css"));
      if (styles.length > 1) this.error(`no page asks for ${styles.slice(1).join(", ")}: style belongs into app.css`);
    },
    transform: {
      filter: { id: new RegExp(`${library.replaceAll("/", "\\/")}.*\\.js$`) },
      handler(code, id) {
        const name = id.slice(id.indexOf(library) + library.length);
        const answers = unasked[name];
        if (answers) return { code: answers, map: null };
        if (name === "dom/ssr/routeModules.js") {
          const guarded = code.replace(
            /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/,
            failedChunk,
          );
          if (guarded === code) this.error("React Router does not reload for a failed route module any more");
          return { code: guarded, map: null };
        }
        if (name !== "dom/lib.js") return;
        const lean = code
          .replace(/^\w+\.displayName = "\w+";$/gm, "")
          .replaceAll("= React$1.forwardRef(", "= /* @__PURE__ */ React$1.forwardRef(");
        if (lean === code) this.error("lib/dom/lib.js of React Router has no display names any more");
        return { code: lean, map: null };
      },
    },
  };
}
