// npm start: prepares what is missing, then runs the store.
import { runInForeground } from "./run-in-foreground.mjs";
import { installPackages, getNodePath, getRunOptions } from "./packages.mjs";
import { checkPort } from "./port.mjs";
import { runScript } from "./steps.mjs";
import { buildSites } from "./sites.mjs";

await runScript(async () => {
  await checkPort(process.env);
  await installPackages();
  await buildSites();
  const { env, flags } = getRunOptions("server");
  await runInForeground(getNodePath(), [...flags, "server/src/main.ts"], env);
});
