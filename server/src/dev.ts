// Runs the store for development: the storefront and the back office reload themselves; a change of the API restarts the server.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../../api/src/platform/config.ts";
import { StartupError } from "../../api/src/platform/startup-error.ts";
import { prepareDataDir } from "./app-context.ts";
import { findPort } from "./http/listen.ts";
import { startPostgres } from "./embedded-postgres/embedded-postgres.ts";
import { closeOnSignal } from "./shutdown.ts";

/** Editors save a file in several steps; changes within this time are one change. */
const DEBOUNCE_MS = 150;
const root = join(import.meta.dirname, "../..");
const watchedFolders = ["api/src", "api/migrations", "sandbox-gateway/src", "sandbox-gateway/migrations", "server/src"];

/** Processes that were asked to stop: their exit code is not reported. */
const stoppingProcesses = new WeakSet<ChildProcess>();

try {
  await runDevServer();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exit(1);
}

async function runDevServer(): Promise<void> {
  const config = readConfig(process.env);
  prepareDataDir(config.dataDir);
  // The database keeps running between restarts, and the restarted server connects to it.
  const postgres = config.databaseUrl
    ? null
    : await startPostgres(join(config.dataDir, "postgres"), { log: console.error });
  const findFreePort = () => findPort({ host: "127.0.0.1", port: 0 });
  const hmrPorts = [await findFreePort(), await findFreePort()];
  let serverProcess = startServerProcess(hmrPorts);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRestarting = false;

  const restart = async () => {
    if (isRestarting) return;
    isRestarting = true;
    await stopServerProcess(serverProcess);
    isRestarting = false;
    serverProcess = startServerProcess(hmrPorts);
  };
  for (const folder of watchedFolders)
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (file?.endsWith(".test.ts") || file?.endsWith(".generated.ts")) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        console.log(`${file ?? folder} has changed: restarting the server.`);
        restart().catch(console.error);
      }, DEBOUNCE_MS);
    });
  closeOnSignal(async () => {
    await stopServerProcess(serverProcess);
    await postgres?.stop();
  });
}

function startServerProcess(hmrPorts: readonly number[]): ChildProcess {
  const serverProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, "main.ts"), `--hmr-ports=${hmrPorts.join(",")}`],
    {
      cwd: root,
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    },
  );
  serverProcess.once("exit", (code) => {
    if (code && !stoppingProcesses.has(serverProcess))
      console.error(`The server exited with code ${code}. It starts again when a file changes.`);
  });
  return serverProcess;
}

async function stopServerProcess(serverProcess: ChildProcess): Promise<void> {
  if (serverProcess.exitCode !== null || serverProcess.signalCode !== null) return;
  stoppingProcesses.add(serverProcess);
  serverProcess.kill("SIGTERM");
  await once(serverProcess, "exit");
}
