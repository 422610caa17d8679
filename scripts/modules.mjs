// npm run modules: draws the imports between modules and between workspaces, in docs/modules.md.
import { runInForeground } from "./run-in-foreground.mjs";
import { installPackages, getNodePath } from "./packages.mjs";
import { runScript } from "./steps.mjs";

await runScript(async () => {
  await installPackages();
  await runInForeground(getNodePath(), ["scripts/modules.ts"]);
});
