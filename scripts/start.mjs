// npm start: makes ready what is missing, then hands over to the shop.
import { handOver } from "./hand-over.mjs";
import { installPackages, shopNode, wayToRun } from "./packages.mjs";
import { checkPort } from "./port.mjs";
import { told } from "./steps.mjs";
import { buildStorefront } from "./storefront.mjs";

await told(async () => {
  await checkPort(process.env);
  await installPackages();
  await buildStorefront();
  const { env, flags } = wayToRun("server");
  await handOver(shopNode(), [...flags, "server/src/main.ts"], env);
});
