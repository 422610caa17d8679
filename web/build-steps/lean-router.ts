import type { Plugin } from "vite";

/**
 * Lets the bundler leave out what a page does not use of React Router's `lib/dom/lib.js`: there the display
 * names and unmarked `forwardRef` calls hold `Form`, `NavLink` and all they need on every page (3 KB).
 */
export function leanRouter(): Plugin {
  return {
    name: "furoshiki:lean-router",
    apply: "build",
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\/dom\/lib\.js$/ },
      handler(code) {
        const lean = code
          .replace(/^\w+\.displayName = "\w+";$/gm, "")
          .replaceAll("= React$1.forwardRef(", "= /* @__PURE__ */ React$1.forwardRef(");
        if (lean === code)
          this.error("React Router's lib/dom/lib.js looks different now: see build-steps/lean-router.ts");
        return { code: lean, map: null };
      },
    },
  };
}
