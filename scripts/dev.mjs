// npm run dev: runs the store with hot module replacement, and restarts it when the API's sources change.
import { runInForeground } from "./run-in-foreground.mjs";
import { installPackages, getNodePath } from "./packages.mjs";
import { checkPort } from "./port.mjs";
import { runScript } from "./steps.mjs";

await runScript(async () => {
  await checkPort(process.env);
  await installPackages();
  await runInForeground(getNodePath(), ["server/src/dev.ts"], { NODE_ENV: "development" });
});
