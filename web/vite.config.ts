import { reactRouter } from "@react-router/dev/vite";
import tailwind from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { compiledMessages, waitsForOwnTexts } from "./build-steps/compiled-messages.ts";
import { leanRouter } from "./build-steps/lean-router.ts";
import { lightIcons } from "./build-steps/light-icons.ts";
import { moduleSizes } from "./build-steps/module-sizes.ts";

export default defineConfig({
  plugins: [compiledMessages(), lightIcons(), leanRouter(), tailwind(), reactRouter(), moduleSizes()],
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
                  test: /node_modules\/(?:react|react-dom|scheduler|react-router)\/(?!dist\/production\/lib\/dom\/(?:lib|dom)\.js)/,
                },
                // What the frame around every page is made of, and some pages and late parts share with it.
                {
                  name: "frame",
                  test: /\/web\/app\/(?:account\/sign-in-address|lib\/(?:ahead|browser-api|tabs)|notifications\/panel-parts|search\/search-path|shell\/addresses|ui\/(?:dialog|popover|skeleton|toast))\.tsx?$|lucide-react\/.*\/(?:bell|book-open|message-circle|play|rotate-ccw|shopping-bag)\.mjs$/,
                },
                // And of the shop: what eight pages or more share; alone these would be thirty small files.
                {
                  name: "shop",
                  test: (id) => /\/web\/app\/|lucide-react/.test(id) && !waitsForOwnTexts(id),
                  minShareCount: 8,
                },
                // What stands around every page, with all that it draws: twenty small files would be dearer.
                { name: "frame", test: /\/web\/app\/shell\/frame\.tsx$/ },
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
