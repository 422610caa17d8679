// Run by npm once the packages are installed: writes the types of the storefront's routes, which an editor needs.
import { join } from "node:path";
import { root, shopNode } from "./packages.mjs";
import { run, told } from "./steps.mjs";

await told(async () => {
  const program = join(root, "node_modules/@react-router/dev/bin.cjs");
  await run(shopNode(), [program, "typegen"], { cwd: join(root, "web") });
});
