// npm run shop: the operator's command line.
import { handOver } from "./hand-over.mjs";
import { installPackages, shopNode, wayToRun } from "./packages.mjs";
import { told } from "./steps.mjs";

await told(async () => {
  await installPackages();
  const { env, flags } = wayToRun("shop");
  await handOver(shopNode(), [...flags, "shop/src/main.ts", ...process.argv.slice(2)], env);
});
