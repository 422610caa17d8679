import { type Config, readConfig } from "../../api/src/platform/config.ts";
import { StartupError } from "../../api/src/platform/startup-error.ts";
import { closeOnSignal } from "./shutdown.ts";

/** `dev.ts` passes the ports of hot module replacement in it, of the storefront and of the back office. */
const HMR_PORTS_ARGUMENT = "--hmr-ports=";

// React and the storefront's build read it when they are loaded, which happens later.
process.env["NODE_ENV"] ??= "production";
// Emails, secrets and data are readable by this user only.
process.umask(0o077);

try {
  const config = readConfig(process.env);
  if (config.role === "migrate") await migrateOnly(config);
  else await startAndServe(config);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exit(1);
}

async function migrateOnly(config: Config): Promise<void> {
  const { migrateDatabase } = await import("./database/migrate-database.ts");
  const applied = await migrateDatabase(config);
  console.log(applied.length === 0 ? "The tables were up to date." : `Applied ${applied.join(", ")}.`);
}

async function startAndServe(requestedConfig: Config): Promise<void> {
  const { startServer } = await import("./server.ts");
  const [storefront, admin] =
    process.argv
      .find((argument) => argument.startsWith(HMR_PORTS_ARGUMENT))
      ?.slice(HMR_PORTS_ARGUMENT.length)
      .split(",")
      .map(Number) ?? [];
  const { config, startInstructions, close } = await startServer(
    requestedConfig,
    storefront === undefined || admin === undefined ? undefined : { storefront, admin },
  );
  closeOnSignal(close);
  console.log(config.role === "worker" ? "The workers are running." : `The shop is running: ${config.publicUrl}`);
  for (const line of startInstructions) console.log(line);
}
