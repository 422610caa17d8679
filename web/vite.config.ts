import { reactRouter } from "@react-router/dev/vite";
import tailwind from "@tailwindcss/vite";
import { defineConfig, type Rolldown } from "vite";
import { compileMessagesPlugin } from "@furoshiki/design-system/i18n/compile-messages.ts";
import { messageUrlsPlugin } from "@furoshiki/design-system/i18n/message-urls.ts";
import { moduleSizesPlugin } from "./build-steps/module-sizes.ts";

/** Whether a module waits for the messages of the account pages: it imports account-i18n.ts, directly or indirectly. */
function awaitsAccountMessages(id: string, graph: Rolldown.ChunkingContext, visitedIds = new Set<string>()): boolean {
  if (id.endsWith("/web/app/i18n/account-i18n.ts")) return true;
  if (visitedIds.has(id)) return false;
  visitedIds.add(id);
  const importedIds = graph.getModuleInfo(id)?.importedIds ?? [];
  return importedIds.some((importedId) => awaitsAccountMessages(importedId, graph, visitedIds));
}

export default defineConfig({
  plugins: [
    compileMessagesPlugin(),
    messageUrlsPlugin(["shop", "account"]),
    tailwind(),
    reactRouter(),
    moduleSizesPlugin(),
  ],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // Without these groups a product page loads 85 files and 16 KB more.
                // What every page needs of React and the router.
                {
                  name: "react",
                  test: /node_modules\/(?:react|react-dom|scheduler|react-router)\/|rolldown\/runtime\.js$/,
                },
                // The page layout with everything it renders.
                {
                  name: "layout",
                  test: /\/web\/app\/layout\/page-layout\.tsx$/,
                },
                // What twelve or more pages share, unless it waits for messages that most pages do not load.
                {
                  name: (id, graph) => (awaitsAccountMessages(id, graph) ? null : "shop"),
                  debugName: "shop",
                  test: /\/web\/app\/|\/design-system\/(?:errors|i18n|ui)\/|lucide-react/,
                  minShareCount: 12,
                },
              ],
            },
          },
        },
      },
    },
  },
  // Only the icons that are used: as a package, the server would load all 1,700 of them.
  ssr: { noExternal: ["lucide-react"] },
  // Pre-bundled at startup, so that the first page of a development server does not reload itself.
  optimizeDeps: { include: ["icu-minify/format", "isbot", "lucide-react", "react-dom/client", "react-router/dom"] },
  build: {
    // The router preloads a page's files itself.
    modulePreload: false,
    // Icons and fonts stay files of this site, so that the content security policy does not need `data:` URLs.
    assetsInlineLimit: 0,
  },
});
