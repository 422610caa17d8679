import { reactRouter } from "@react-router/dev/vite";
import tailwind from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { compiledMessages, waitsForTexts } from "./build-steps/compiled-messages.ts";
import { leanRouter } from "./build-steps/lean-router.ts";
import { lightIcons } from "./build-steps/light-icons.ts";
import { lightPreload } from "./build-steps/light-preload.ts";
import { moduleSizes } from "./build-steps/module-sizes.ts";
import { pageScripts } from "./build-steps/page-scripts.ts";
import { splitAddresses } from "./build-steps/split-addresses.ts";

export default defineConfig({
  plugins: [
    ...[compiledMessages(), lightIcons(), lightPreload(), leanRouter(), tailwind(), reactRouter()],
    ...[pageScripts(), moduleSizes(), splitAddresses()],
  ],
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
                  test: /node_modules\/(?:react|react-dom|scheduler|react-router)\/(?!dist\/production\/lib\/dom\/(?:lib|dom)\.js)|rolldown\/runtime\.js$/,
                },
                // What stands around every page, with all that it draws: twenty small files would be dearer.
                { name: "frame", test: /\/web\/app\/(?:shell\/frame|lib\/(?:leave|page-services|scroll))\.tsx?$/ },
                // Waited for by many: whoever takes it into his own file takes it from the others.
                { name: "aside-texts", test: /\/web\/app\/lib\/aside-texts\.ts$/ },
                // And around those who are signed in.
                {
                  name: "own",
                  test: /\/web\/app\/(?:notifications\/notification-(?:bell|tab)|shell\/profile-popover)\.tsx$/,
                },
                // What every page does once it is quiet. Pages of the cart take some of it for themselves.
                {
                  name: "beside",
                  test: /\/web\/app\/(?:shell\/use-offline|cart\/(?:send-wishes|wish-queue)|lib\/(?:connection|kept-pages))\.ts$/,
                },
                // What the shelves and the pages of products are made of.
                {
                  name: "shelf",
                  test: /\/web\/app\/(?:catalogue\/(?:shown-card|chosen-option|viewed)|lib\/(?:known|seo)|ui\/(?:breadcrumbs|exchange|picture|price|stars|stepper))\.tsx?$|lucide-react\/.*\/(?:package|plane|receipt-text|rotate-ccw)\.mjs$/,
                },
                // What eight pages or more share beside: alone these would be thirty small files.
                {
                  name: "shop",
                  test: (id) => /\/web\/app\/|lucide-react/.test(id) && !waitsForTexts(id),
                  minShareCount: 8,
                },
              ],
            },
          },
        },
      },
    },
  },
  // Found at once, so that the first page of a development server does not reload itself.
  optimizeDeps: { include: ["icu-minify/format", "isbot", "lucide-react", "react-dom/client", "react-router/dom"] },
  build: {
    // The router asks for a page's files itself.
    modulePreload: false,
    // Icons and fonts stay files of this site, so that the content policy needs no data: addresses.
    assetsInlineLimit: 0,
  },
});
