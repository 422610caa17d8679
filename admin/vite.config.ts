import { reactRouter } from "@react-router/dev/vite";
import tailwind from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { compileMessagesPlugin } from "@furoshiki/design-system/i18n/compile-messages.ts";

export default defineConfig({
  base: "/admin/",
  plugins: [compileMessagesPlugin(), tailwind(), reactRouter()],
  // Pre-bundled at startup, so that the first page of a development server does not reload itself.
  optimizeDeps: { include: ["icu-minify/format", "lucide-react", "react-dom/client", "react-router/dom"] },
  build: {
    // The router preloads a page's files itself.
    modulePreload: false,
    // Icons and fonts stay files of this site, so that the content security policy does not need `data:` URLs.
    assetsInlineLimit: 0,
  },
});
