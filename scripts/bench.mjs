// npm run bench: what the built shop reaches on this machine.
import { findChromium } from "./chromium.mjs";
import { handOver } from "./hand-over.mjs";
import { installPackages, shopNode } from "./packages.mjs";
import { told } from "./steps.mjs";
import { buildStorefront } from "./storefront.mjs";

await told(async () => {
  await installPackages();
  const chromium = await findChromium();
  await buildStorefront();
  await handOver(shopNode(), ["bench/main.ts", ...process.argv.slice(2)], { CHROMIUM_PATH: chromium });
});
