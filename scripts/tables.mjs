// npm run tables: writes the types and the schema of the tables after a change of the migrations.
import { handOver } from "./hand-over.mjs";
import { installPackages, shopNode } from "./packages.mjs";
import { told } from "./steps.mjs";

await told(async () => {
  await installPackages();
  await handOver(shopNode(), ["scripts/tables.ts"]);
});
