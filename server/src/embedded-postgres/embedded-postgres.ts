import type { ChildProcess } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { totalmem } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartupError } from "../../../api/src/platform/startup-error.ts";
import type { Connection } from "../../../api/src/platform/db/connection-pool.ts";
import {
  withParentWatch,
  createLauncher,
  type LaunchCommand,
  toSingleLine,
  loadPackagedPrograms,
  type PostgresPrograms,
  runToCompletion,
  getSocketFolder,
  startProcess,
  stopProcess,
} from "./postgres-process.ts";
import { secureCluster, SHOP_ROLE, SUPERUSER } from "./cluster-access.ts";

export type EmbeddedPostgres = {
  connection: Exclude<Connection, { connectionString: string }> & { password: string };
  /** Stops the database cleanly, if this process started it. */
  stop(): Promise<void>;
};

const START_TIMEOUT_MS = 20_000;
/** How often a process that connected to a running database checks whether its owner is still alive. */
const OWNER_CHECK_INTERVAL_MS = 300;
const RESTART_INTERVAL_MS = 2000;

/** How to start the server and connect to it; `ownerFile` contains the id of the process that started it. */
type ServerTarget = { connection: EmbeddedPostgres["connection"]; launchCommand: LaunchCommand; ownerFile: string };

export type PostgresOptions = {
  /** Receives a line when something happens to the database after the start. */
  log?: (message: string) => void;
  /** False for a disposable database: nothing waits for the disk. */
  isDurable?: boolean;
  /** If true, a folder without a database is an error instead of getting a new one. */
  mustExist?: boolean;
  /** The server's programs; those of the npm package by default. */
  programs?: PostgresPrograms;
};

/**
 * Starts the packaged PostgreSQL in `folder`, or connects to the one that is already running there. It listens on a
 * socket in that folder only, which other users of the machine cannot open, and requires the password stored there. As
 * root it runs as nobody or, if nobody cannot access the files (in a private home folder), in its own user namespace.
 * If the server is killed, it is started again.
 * @throws StartupError if there is no server for this platform, if a database that must exist does not, or if the
 * server does not start.
 */
export async function startPostgres(
  folder: string,
  { log = () => undefined, isDurable = true, mustExist = false, programs }: PostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const clusterFolder = resolve(folder);
  const dataFolder = join(clusterFolder, "data");
  if (mustExist && !existsSync(join(dataFolder, "PG_VERSION")))
    throw new StartupError(
      `There is no database in ${clusterFolder}: check DATA_DIR. The database is created when the shop starts.`,
    );
  const { initdb, postgres } = programs ?? (await loadPackagedPrograms());
  mkdirSync(clusterFolder, { recursive: true });
  const createLaunch = createLauncher(postgres, clusterFolder);
  chmodSync(clusterFolder, 0o700);
  if (!existsSync(join(dataFolder, "PG_VERSION"))) createCluster((args) => createLaunch(initdb, args), dataFolder);
  const password = secureCluster(clusterFolder, dataFolder, (args) => createLaunch(postgres, args));

  const socket = getSocketFolder(clusterFolder);
  const settings = [
    "listen_addresses=",
    "unix_socket_permissions=0700",
    "max_connections=60",
    `shared_buffers=${calculateSharedBuffersMb(process.constrainedMemory(), totalmem())}MB`,
    "random_page_cost=1.1",
    "jit=off",
    // The store's queries finish before a parallel worker would have started.
    "max_parallel_workers_per_gather=0",
    ...(isDurable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]),
  ];
  const launchCommand = withParentWatch(
    createLaunch(postgres, ["-D", dataFolder, "-k", socket, ...settings.flatMap((setting) => ["-c", setting])]),
  );
  const connection = { host: socket, port: 5432, user: SHOP_ROLE, password, database: "postgres" };
  const target = { connection, launchCommand, ownerFile: join(clusterFolder, "owner.pid") };
  return { connection, stop: await superviseServer(target, log) };
}

/**
 * Starts the server, or finds one that runs, and starts it again whenever it is gone.
 * @returns a function that stops it, if this process has started it
 */
async function superviseServer(target: ServerTarget, log: (message: string) => void): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const startAndWatch = async (): Promise<ChildProcess | null> => {
    const child = await startOrConnect(target);
    onServerGone(child, target.ownerFile, () => {
      if (stopping.signal.aborted) return;
      log("the database exited unexpectedly and is restarted");
      server = restart();
    });
    return child;
  };
  /** Tries until the server starts, because the cause that it does not, such as a full disk, may be remedied. */
  const restart = async (): Promise<ChildProcess | null> => {
    while (!stopping.signal.aborted) {
      try {
        return await startAndWatch();
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        await sleep(RESTART_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    return null;
  };
  let server = startAndWatch();
  await server;
  return async () => {
    stopping.abort();
    const child = await server;
    if (!child) return;
    await stopProcess(child);
    rmSync(target.ownerFile, { force: true });
  };
}

const MB = 2 ** 20;
const MIN_SHARED_BUFFERS_MB = 128;
const MAX_SHARED_BUFFERS_MB = 512;

/**
 * Returns how much of the data the server keeps in its own memory, in MB: a sixteenth of the machine's, because the store runs
 * there too. A catalog of a million products is read from 400 MB; memory that a smaller store does not need is never used.
 * @param limit the memory of the container in bytes; 0 or more than the machine's if there is no limit
 * @param total the memory of the machine in bytes
 */
export function calculateSharedBuffersMb(limit: number, total: number): number {
  const share = Math.floor(Math.min(limit || total, total) / 16 / MB);
  return Math.min(MAX_SHARED_BUFFERS_MB, Math.max(MIN_SHARED_BUFFERS_MB, share));
}

/**
 * Creates a cluster in a temporary folder and then renames it, so that an interrupted first start leaves no partial
 * cluster.
 */
function createCluster(createLaunch: (args: string[]) => LaunchCommand, dataFolder: string): void {
  const temporaryFolder = `${dataFolder}.new`;
  rmSync(temporaryFolder, { recursive: true, force: true });
  const result = runToCompletion(
    createLaunch([
      ...["-D", temporaryFolder, "-E", "UTF8", "--locale-provider=icu", "--icu-locale=und", "--locale=C.UTF-8"],
      // `secureCluster` replaces this before a server runs on the cluster.
      ...["-A", "reject", "-U", SUPERUSER, "--no-instructions"],
    ]),
  );
  if (result.status !== 0)
    throw new StartupError(
      `The database could not be created in ${dataFolder}: ${toSingleLine(result.stderr || String(result.error))}`,
    );
  renameSync(temporaryFolder, dataFolder);
}

/**
 * Starts the server, unless another live process has done so.
 * @returns the server this process started, or null if it connected to one owned by another live process.
 * @throws StartupError if the server does not start or stop in time
 */
async function startOrConnect({ connection, launchCommand, ownerFile }: ServerTarget): Promise<ChildProcess | null> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    while (await acceptsConnections(connection)) {
      if (isOwnerAlive(ownerFile)) return null;
      // The owner has exited, so the server is about to stop.
      if (Date.now() > deadline) throw new StartupError("The database of an earlier start cannot be stopped.");
      await sleep(50);
    }
    const { child, getStderr, hasEnded } = startProcess(launchCommand);
    while (!hasEnded() && Date.now() < deadline) {
      if (await acceptsConnections(connection)) {
        writeFileSync(ownerFile, String(process.pid));
        return child;
      }
      await sleep(25);
    }
    // After a kill the old lock file remains for a moment; no other failure is worth a retry.
    if (!/lock file|shared memory block/.test(getStderr()) || Date.now() > deadline)
      throw new StartupError(
        `The database did not start: ${toSingleLine(getStderr()) || "no response within 20 seconds"}`,
      );
    await sleep(250);
  }
}

/** Calls `onGone` when our own server exits, or when the owner of a shared one is no longer alive. */
function onServerGone(child: ChildProcess | null, ownerFile: string, onGone: () => void): void {
  if (child) {
    child.once("exit", onGone);
    return;
  }
  const ownerCheck = setInterval(() => {
    if (isOwnerAlive(ownerFile)) return;
    clearInterval(ownerCheck);
    onGone();
  }, OWNER_CHECK_INTERVAL_MS);
  ownerCheck.unref();
}

function isOwnerAlive(ownerFile: string): boolean {
  if (!existsSync(ownerFile)) return false;
  try {
    process.kill(Number(readFileSync(ownerFile, "utf8")), 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function acceptsConnections(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  // A server that stops during the handshake breaks the connection without a query that could report it.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
