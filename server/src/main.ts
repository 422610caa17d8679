import { type Config, readConfig, StartError } from "../../api/src/platform/config.ts";
import { stopOnSignal } from "./stopping.ts";

// React and the storefront's build read it when they are loaded, which is after this.
process.env["NODE_ENV"] ??= "production";
// Letters, secrets and data are for this user alone.
process.umask(0o077);

try {
  const config = readConfig(process.env);
  if (config.role === "migrate") await migrateOnly(config);
  else await openAndServe(config);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}

async function migrateOnly(config: Config): Promise<void> {
  const { migrateDatabase } = await import("./migrate-database.ts");
  const applied = await migrateDatabase(config);
  console.log(applied.length === 0 ? "The tables were up to date." : `Applied ${applied.join(", ")}.`);
}

async function openAndServe(asked: Config): Promise<void> {
  const { openShop } = await import("./shop.ts");
  const live = process.argv.find((argument) => argument.startsWith("--live="))?.slice("--live=".length);
  const { config, guide, close } = await openShop(asked, live === undefined ? undefined : Number(live));
  stopOnSignal(close);
  console.log(config.role === "worker" ? "The workers are at work." : `The shop is open: ${config.publicUrl}`);
  for (const line of guide) console.log(line);
}
