// npm run shop: the CLI.
import { runInForeground } from "./run-in-foreground.mjs";
import { installPackages, getNodePath, getRunOptions } from "./packages.mjs";
import { runScript } from "./steps.mjs";

await runScript(async () => {
  await installPackages();
  const { env, flags } = getRunOptions("cli");
  await runInForeground(getNodePath(), [...flags, "cli/src/main.ts", ...process.argv.slice(2)], env);
});
