// npm start: makes ready what is missing, then hands over to the shop.
import { handOver } from "./hand-over.mjs";
import { installPackages, serverFlags, shopNode } from "./packages.mjs";
import { told } from "./steps.mjs";
import { buildStorefront } from "./storefront.mjs";

await told(async () => {
  await installPackages();
  await buildStorefront();
  await handOver(shopNode(), [...serverFlags, "server/src/main.ts"], { NODE_ENV: "production" });
});
