// npm run tables: generates the table types and the schema after a change of the migrations.
import { runInForeground } from "./run-in-foreground.mjs";
import { installPackages, getNodePath } from "./packages.mjs";
import { runScript } from "./steps.mjs";

await runScript(async () => {
  await installPackages();
  await runInForeground(getNodePath(), ["scripts/tables.ts"]);
});
