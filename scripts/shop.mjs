// npm run shop: the operator's command line.
import { handOver } from "./hand-over.mjs";
import { installPackages, shopFlags, shopNode } from "./packages.mjs";
import { told } from "./steps.mjs";

await told(async () => {
  await installPackages();
  await handOver(shopNode(), [...shopFlags, "shop/src/main.ts", ...process.argv.slice(2)]);
});
