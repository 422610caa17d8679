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
                // What every page needs of React and the router: one file compresses better than five.
                {
                  name: "react",
                  test: /node_modules\/(?:react|react-dom|scheduler|react-router)\/|rolldown\/runtime\.js$/,
                },
                // The page layout with everything it renders. As separate files it would be twenty small ones.
                {
                  name: "layout",
                  test: /\/web\/app\/(?:layout\/page-layout|navigation\/(?:redirect|scroll-restoration)|store-config\/third-party-services)\.tsx?$/,
                },
                // Imported by many modules. In its own chunk it is not duplicated into, or moved to, one of them.
                { name: "overlay-messages", test: /\/web\/app\/i18n\/overlay-messages\.ts$/ },
                // The controls in the layout for signed-in customers.
                {
                  name: "account-controls",
                  test: /\/web\/app\/(?:notifications\/notification-(?:bell|tab)|layout\/header\/profile-popover)\.tsx$/,
                },
                // What every page runs when the browser is idle. The cart pages load some of it earlier.
                {
                  name: "idle-features",
                  test: /\/web\/app\/(?:layout\/use-offline|cart\/(?:send-line-updates|line-update-queue)|offline\/(?:offline-status|page-cache))\.ts$/,
                },
                // What the product listings and product pages share.
                {
                  name: "listing",
                  test: /\/web\/app\/(?:catalog\/(?:product-cards\/product-card-view|products\/selected-option|recommendations\/viewed-products)|store-config\/root-data|seo\/page-meta)\.tsx?$|\/design-system\/ui\/(?:breadcrumbs|focus-swap|picture|price|stars|stepper)\.tsx$|lucide-react\/.*\/(?:package|plane|receipt-text|rotate-ccw)\.mjs$/,
                },
                // What eight or more pages share: as separate files it would be thirty small ones.
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
