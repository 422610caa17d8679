// Keeps a shop running while it is worked on: the storefront reloads itself, a change of the API restarts it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { join } from "node:path";
import { readConfig, StartError } from "../../api/src/platform/config.ts";
import { prepareFolder } from "./house.ts";
import { findPort } from "./listen.ts";
import { startPostgres } from "./postgres.ts";
import { stopOnSignal } from "./stopping.ts";

/** An editor writes a file in several steps; they are one change. */
const QUIET_MS = 150;
const root = join(import.meta.dirname, "../..");
const watched = ["api/src", "api/migrations", "gateway/src", "gateway/migrations", "server/src"];

/** Those that are asked to end: their exit code is no news. */
const ending = new WeakSet<ChildProcess>();

try {
  await keepRunning();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}

async function keepRunning(): Promise<void> {
  const config = readConfig(process.env);
  prepareFolder(config.dataDir);
  // The database stays up between restarts: the shop joins it.
  const postgres = config.databaseUrl
    ? null
    : await startPostgres(join(config.dataDir, "postgres"), { tell: console.error });
  const reloads = await findPort({ host: "127.0.0.1", port: 0 });
  let shop = open(reloads);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRestarting = false;

  const restart = async () => {
    if (isRestarting) return;
    isRestarting = true;
    await end(shop);
    isRestarting = false;
    shop = open(reloads);
  };
  for (const folder of watched)
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (file?.endsWith(".test.ts") || file?.endsWith(".generated.ts")) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        console.log(`${file ?? folder} has changed: the shop is opened again.`);
        restart().catch(console.error);
      }, QUIET_MS);
    });
  stopOnSignal(async () => {
    await end(shop);
    await postgres?.stop();
  });
}

function open(reloads: number): ChildProcess {
  const shop = spawn(process.execPath, [join(import.meta.dirname, "main.ts"), `--live=${reloads}`], {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  shop.once("exit", (code) => {
    if (code && !ending.has(shop))
      console.error(`The shop has ended with ${code}. It is opened again when a file changes.`);
  });
  return shop;
}

async function end(shop: ChildProcess): Promise<void> {
  if (shop.exitCode !== null || shop.signalCode !== null) return;
  ending.add(shop);
  shop.kill("SIGTERM");
  await once(shop, "exit");
}
