import { reactRouter } from "@react-router/dev/vite";
import tailwind from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { compileMessagesPlugin, requiresLazyMessages } from "./build-steps/compile-messages.ts";
import { moduleSizesPlugin } from "./build-steps/module-sizes.ts";

export default defineConfig({
  plugins: [compileMessagesPlugin(), tailwind(), reactRouter(), moduleSizesPlugin()],
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
                // What eight or more pages share.
                {
                  name: "shop",
                  test: (id) =>
                    /\/web\/app\/|\/design-system\/(?:i18n|ui)\/|lucide-react/.test(id) && !requiresLazyMessages(id),
                  minShareCount: 8,
                },
              ],
            },
          },
        },
      },
    },
  },
  // Pre-bundled at startup, so that the first page of a development server does not reload itself.
  optimizeDeps: { include: ["icu-minify/format", "isbot", "lucide-react", "react-dom/client", "react-router/dom"] },
  build: {
    // The router preloads a page's files itself.
    modulePreload: false,
    // Icons and fonts stay files of this site, so that the content security policy does not need `data:` URLs.
    assetsInlineLimit: 0,
  },
});
