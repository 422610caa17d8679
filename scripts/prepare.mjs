// Run by npm after an install: generates the types of the routes of the storefront and of the back office, which editors need.
import { join } from "node:path";
import { root, getNodePath } from "./packages.mjs";
import { run, runScript } from "./steps.mjs";

await runScript(async () => {
  const program = join(root, "node_modules/@react-router/dev/bin.cjs");
  for (const site of ["web", "admin"]) await run(getNodePath(), [program, "typegen"], { cwd: join(root, site) });
});
