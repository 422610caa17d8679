// Run by npm after an install: generates the types of the storefront's routes, which editors need.
import { join } from "node:path";
import { root, getNodePath } from "./packages.mjs";
import { run, runScript } from "./steps.mjs";

await runScript(async () => {
  const program = join(root, "node_modules/@react-router/dev/bin.cjs");
  await run(getNodePath(), [program, "typegen"], { cwd: join(root, "web") });
});
