import { readConfig, StartError } from "../../api/src/platform/config.ts";
import { stopOnSignal } from "./stopping.ts";

// React and the storefront's build read it when they are loaded, which is after this.
process.env["NODE_ENV"] ??= "production";
const { openShop } = await import("./shop.ts");

try {
  const live = process.argv.find((argument) => argument.startsWith("--live="))?.slice("--live=".length);
  const { config, guide, close } = await openShop(
    readConfig(process.env),
    live === undefined ? undefined : Number(live),
  );
  stopOnSignal(close);
  console.log(config.role === "worker" ? "The workers are at work." : `The shop is open: ${config.publicUrl}`);
  for (const line of guide) console.log(line);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}
