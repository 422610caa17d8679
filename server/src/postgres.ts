import type { ChildProcess } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartError } from "../../api/src/platform/config.ts";
import type { Connection } from "../../api/src/platform/db.ts";
import {
  guarded,
  launcher,
  type Launch,
  oneLine,
  packagedPrograms,
  type PostgresPrograms,
  runLaunch,
  socketFolder,
  startLaunch,
  stopGuarded,
} from "./postgres-process.ts";
import { secureCluster, SHOP_ROLE, SUPERUSER } from "./postgres-roles.ts";

export type EmbeddedPostgres = {
  connection: Exclude<Connection, { connectionString: string }> & { password: string };
  /** Stops the database cleanly, if this process started it. */
  stop(): Promise<void>;
};

const START_WITHIN_MS = 20_000;
/** So often one that joined a database looks whether its owner is still there. */
const OWNER_LOOK_MS = 300;

type Site = { connection: EmbeddedPostgres["connection"]; launch: Launch; owner: string };

export type PostgresOptions = {
  /** Receives a line when something happens to the database later on. */
  tell?: (message: string) => void;
  /** False for a database that is thrown away: nothing waits for the disk. */
  isDurable?: boolean;
  /** True: a folder without a database is an error, instead of getting a new one. */
  mustExist?: boolean;
  /** The server's programs; those of the packages by default. */
  programs?: PostgresPrograms;
};

/**
 * Starts the PostgreSQL that came with the packages in `folder`, or joins the one already running there.
 * It listens on a socket in that folder only, which is closed to other users of the machine, and asks for the password
 * kept there. As root it runs as nobody, or, where nobody may not reach the files (a home closed to others), in a user
 * namespace of its own. Killed by others, it is started again.
 * @throws StartError when there is no server for this platform, no database that must exist, or it does not come up.
 */
export async function startPostgres(
  folder: string,
  { tell = () => undefined, isDurable = true, mustExist = false, programs }: PostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const dir = resolve(folder);
  const data = join(dir, "data");
  if (mustExist && !existsSync(join(data, "PG_VERSION")))
    throw new StartError(`There is no database in ${dir}: is DATA_DIR right? The shop makes one when it starts.`);
  const { initdb, postgres } = programs ?? (await packagedPrograms());
  mkdirSync(dir, { recursive: true });
  const prepare = launcher(postgres, dir);
  chmodSync(dir, 0o700);
  if (!existsSync(join(data, "PG_VERSION"))) makeCluster((args) => prepare(initdb, args), data);
  const password = secureCluster(dir, data, (args) => prepare(postgres, args));

  const socket = socketFolder(dir);
  const settings = [
    "listen_addresses=",
    "unix_socket_permissions=0700",
    "max_connections=60",
    "shared_buffers=128MB",
    "random_page_cost=1.1",
    "jit=off",
    // What a shop asks is over before a second worker would have begun.
    "max_parallel_workers_per_gather=0",
    ...(isDurable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]),
  ];
  const launch = guarded(
    prepare(postgres, ["-D", data, "-k", socket, ...settings.flatMap((setting) => ["-c", setting])]),
  );
  const connection = { host: socket, port: 5432, user: SHOP_ROLE, password, database: "postgres" };
  const site = { connection, launch, owner: join(dir, "owner.pid") };

  let isStopping = false;
  const startAndWatch = async (): Promise<ChildProcess | null> => {
    const child = await startOrJoin(site);
    whenGone(child, site.owner, () => {
      if (isStopping) return;
      tell("the database ended unasked and is started again");
      server = startAndWatch();
      server.catch((error: unknown) => tell(error instanceof Error ? error.message : String(error)));
    });
    return child;
  };
  let server = startAndWatch();
  await server;
  return {
    connection,
    stop: async () => {
      isStopping = true;
      const child = await server.catch(() => null);
      if (!child) return;
      await stopGuarded(child);
      rmSync(site.owner, { force: true });
    },
  };
}

/** A cluster is made beside its place and moved there whole, so that a broken first start leaves nothing half made. */
function makeCluster(prepare: (args: string[]) => Launch, data: string): void {
  const half = `${data}.new`;
  rmSync(half, { recursive: true, force: true });
  const made = runLaunch(
    prepare([
      ...["-D", half, "-E", "UTF8", "--locale-provider=icu", "--icu-locale=und", "--locale=C.UTF-8"],
      // Which is replaced before a server runs on it (`secureCluster`).
      ...["-A", "reject", "-U", SUPERUSER, "--no-instructions"],
    ]),
  );
  if (made.status !== 0)
    throw new StartError(`The database could not be made in ${data}: ${oneLine(made.stderr || String(made.error))}`);
  renameSync(half, data);
}

/** @returns the server this process started, or null where it joined one that another living process owns. */
async function startOrJoin({ connection, launch, owner }: Site): Promise<ChildProcess | null> {
  const deadline = Date.now() + START_WITHIN_MS;
  for (;;) {
    while (await answers(connection)) {
      if (isAlive(owner)) return null;
      // The one that started it is gone, so it is about to stop.
      if (Date.now() > deadline) throw new StartError("The database of an earlier start does not stop.");
      await sleep(50);
    }
    const { child, complaints, hasEnded } = startLaunch(launch);
    while (!hasEnded() && Date.now() < deadline) {
      if (await answers(connection)) {
        writeFileSync(owner, String(process.pid));
        return child;
      }
      await sleep(25);
    }
    // After a kill the old lock stays for a moment; anything else will not mend itself.
    if (!/lock file|shared memory block/.test(complaints()) || Date.now() > deadline)
      throw new StartError(`The database did not start: ${oneLine(complaints()) || "no answer within 20 seconds"}`);
    await sleep(250);
  }
}

/** Our own server tells us when it ends; of another's we see that the one who started it has gone. */
function whenGone(child: ChildProcess | null, owner: string, then: () => void): void {
  if (child) {
    child.once("exit", then);
    return;
  }
  const look = setInterval(() => {
    if (isAlive(owner)) return;
    clearInterval(look);
    then();
  }, OWNER_LOOK_MS);
  look.unref();
}

function isAlive(owner: string): boolean {
  if (!existsSync(owner)) return false;
  try {
    process.kill(Number(readFileSync(owner, "utf8")), 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  // A server that goes away during the handshake breaks the connection without a query to tell it to.
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
