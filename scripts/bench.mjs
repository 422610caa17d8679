// npm run bench: what the built shop reaches on this machine.
import { findChromium } from "./chromium.mjs";
import { handOver } from "./hand-over.mjs";
import { fetchLighthouse } from "./lighthouse.mjs";
import { installPackages, shopNode } from "./packages.mjs";
import { told } from "./steps.mjs";
import { buildStorefront } from "./storefront.mjs";

await told(async () => {
  await installPackages();
  const chromium = await findChromium();
  const subject = process.argv.slice(2);
  const lighthouse = subject.includes("lighthouse") ? { LIGHTHOUSE_PATH: await fetchLighthouse() } : {};
  await buildStorefront();
  await handOver(shopNode(), ["bench/main.ts", ...subject], { CHROMIUM_PATH: chromium, ...lighthouse });
});
