import { reactRouter } from "@react-router/dev/vite";
import tailwind from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { compiledMessages } from "./build-steps/compiled-messages.ts";

export default defineConfig({
  plugins: [compiledMessages(), tailwind(), reactRouter()],
  build: {
    // Icons and fonts stay files of this site, so that the content policy needs no data: addresses.
    assetsInlineLimit: 0,
  },
});
