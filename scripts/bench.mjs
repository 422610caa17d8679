// npm run bench: benchmarks the built store on this machine.
import { findChromium } from "./chromium.mjs";
import { runInForeground } from "./run-in-foreground.mjs";
import { fetchLighthouse } from "./lighthouse.mjs";
import { installPackages, getNodePath } from "./packages.mjs";
import { runScript } from "./steps.mjs";
import { buildSites } from "./sites.mjs";

await runScript(async () => {
  await installPackages();
  const chromium = await findChromium();
  const subjects = process.argv.slice(2);
  const lighthouse = subjects.includes("lighthouse") ? { LIGHTHOUSE_PATH: await fetchLighthouse() } : {};
  await buildSites();
  await runInForeground(getNodePath(), ["bench/main.ts", ...subjects], { CHROMIUM_PATH: chromium, ...lighthouse });
});
