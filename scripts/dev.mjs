// npm run dev: the shop with the storefront's sources live, restarted when the API's change.
import { handOver } from "./hand-over.mjs";
import { installPackages, shopNode } from "./packages.mjs";
import { checkPort } from "./port.mjs";
import { told } from "./steps.mjs";

await told(async () => {
  await checkPort(process.env);
  await installPackages();
  await handOver(shopNode(), ["server/src/dev.ts"], { NODE_ENV: "development" });
});
