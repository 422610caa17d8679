import { reactRouter } from "@react-router/dev/vite";
import tailwind from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { compileMessagesPlugin } from "@furoshiki/design-system/i18n/compile-messages.ts";
import { messageUrlsPlugin } from "@furoshiki/design-system/i18n/message-urls.ts";
import catalogModules from "./catalog-modules.json" with { type: "json" };

/** The files in `app/` that may wait for the messages of the catalog, as a regular expression. */
const catalogFiles = String.raw`(?:${catalogModules.join("|")})\/|i18n\/catalog-i18n`;

export default defineConfig({
  base: "/admin/",
  plugins: [compileMessagesPlugin(), messageUrlsPlugin(["main", "catalog"]), tailwind(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // Without these groups the order list loads 119 files instead of 24, and 27 KB more.
                // What every page needs of React and the router.
                {
                  name: "react",
                  test: /node_modules\/(?:react|react-dom|scheduler|react-router)\/|rolldown\/runtime\.js$/,
                },
                // The navigation around every page, with everything it renders.
                {
                  name: "shell",
                  test: /\/admin\/app\/routes\/shell\.tsx$/,
                },
                // What five or more pages share, without the modules that may wait for the messages of the catalog.
                {
                  name: "back-office",
                  test: new RegExp(
                    String.raw`\/admin\/app\/(?!${catalogFiles})|\/design-system\/(?:errors|i18n|ui)\/|lucide-react`,
                  ),
                  minShareCount: 5,
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
  optimizeDeps: { include: ["icu-minify/format", "lucide-react", "react-dom/client", "react-router/dom"] },
  build: {
    // The router preloads a page's files itself.
    modulePreload: false,
    // Icons and fonts stay files of this site, so that the content security policy does not need `data:` URLs.
    assetsInlineLimit: 0,
  },
});
