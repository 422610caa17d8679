import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import runOptions from "../run.json" with { type: "json" };
import { findPort } from "../src/http/listen.ts";

const ROLES = ["api", "gateway", "worker"] as const;
type Role = (typeof ROLES)[number];
/** Then the processes are left alone, so that payments are also completed on a machine where each start takes long. */
const MAX_KILLS = 20;

/** The killing of processes: how many have been killed, and a function that ends it and resolves to that number. */
type Killing = { getCount: () => number; stop: () => Promise<number> };

/** The running processes of a crash test: the origins of API and gateway, and their environment variables. */
export type CrashTestProcesses = {
  api: string;
  gateway: string;
  env: Record<string, string>;
  /** Kills a random process from time to time, 20 times at most by default; `stop` resolves to the number of kills. */
  startKilling: (random: () => number, options?: { maxKills: number }) => Killing;
  /** Sends a signal to the running process of a role. */
  signal: (role: Role, signal: NodeJS.Signals) => void;
  /** Returns the output of all three processes. */
  log: () => string;
  stop: () => Promise<void>;
};

/**
 * Starts API, sandbox gateway and worker as three real processes on one database. Each is restarted when it exits, like
 * under a process supervisor.
 * @param folder for their data, unless `extraEnv` has another DATA_DIR, and their log
 * @param extraEnv further variables
 */
export async function startCrashTestProcesses(
  databaseUrl: string,
  folder: string,
  extraEnv: Record<string, string> = {},
): Promise<CrashTestProcesses> {
  const ports = { api: await findFreePort(), gateway: await findFreePort() };
  const api = `http://127.0.0.1:${ports.api}`;
  const gateway = `http://127.0.0.1:${ports.gateway}`;
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    DEMO: "0",
    HOST: "127.0.0.1",
    PUBLIC_URL: api,
    API_BASE_URL: api,
    SANDBOX_GATEWAY_URL: gateway,
    SANDBOX_GATEWAY_SECRET: "a-secret-of-the-crash-test",
    ...extraEnv,
  };
  const logFile = join(folder, "processes.log");
  const processes = superviseRoles((role) => {
    const port = role === "gateway" ? ports.gateway : ports.api;
    return { ...env, NODE_COMPILE_CACHE: join(folder, "compiled"), ROLE: role, PORT: String(port) };
  }, logFile);
  const waitUntilRestarted = () => Promise.all([api, gateway].map(waitUntilHealthy));
  await waitUntilRestarted();
  return {
    ...{ api, gateway, env },
    startKilling: (random, { maxKills } = { maxKills: MAX_KILLS }) => {
      const killer = startKilling(random, processes, maxKills);
      return {
        ...killer,
        stop: async () => {
          const killCount = await killer.stop();
          await waitUntilRestarted();
          return killCount;
        },
      };
    },
    signal: (role, signal) => void processes.running.get(role)?.kill(signal),
    log: () => readFileSync(logFile, "utf8"),
    stop: processes.stop,
  };
}

type SupervisedProcesses = {
  running: ReadonlyMap<Role, ChildProcess>;
  /** The processes that have reported that they are running. */
  ready: ReadonlySet<ChildProcess>;
  /** Stops all of them and waits until they have exited. */
  stop: () => Promise<void>;
};

/**
 * Starts a process for each role and restarts it when it exits.
 * @param getEnv returns the environment variables of a role
 * @param logFile receives the output of all processes
 */
function superviseRoles(getEnv: (role: Role) => Record<string, string>, logFile: string): SupervisedProcesses {
  const log = createWriteStream(logFile);
  const running = new Map<Role, ChildProcess>();
  const ready = new Set<ChildProcess>();
  let isClosing = false;
  const startRole = (role: Role) => {
    const child = spawn(process.execPath, [...runOptions.flags, join(import.meta.dirname, "../src/main.ts")], {
      env: { ...process.env, ...runOptions.env, ...getEnv(role) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    running.set(role, child);
    child.stdout.on("data", (output: Buffer) => {
      if (/(is|are) running/.test(output.toString())) ready.add(child);
    });
    child.once("exit", () => {
      if (!isClosing) startRole(role);
    });
  };
  for (const role of ROLES) startRole(role);
  const stop = async () => {
    isClosing = true;
    const exits = [...running.values()].map(waitForExit);
    for (const child of running.values()) child.kill("SIGTERM");
    await Promise.all(exits);
    log.end();
  };
  return { running, ready, stop };
}

function waitForExit(child: ChildProcess): Promise<unknown> {
  const hasExited = (child.exitCode ?? child.signalCode) !== null;
  return hasExited ? Promise.resolve() : once(child, "exit");
}

/** Kills a random process from time to time, whenever all of them are ready. */
function startKilling(random: () => number, { running, ready }: SupervisedProcesses, maxKills: number): Killing {
  let killCount = 0;
  const abortController = new AbortController();
  const { signal } = abortController;
  const killing = (async () => {
    while (!signal.aborted && killCount < maxKills) {
      // However long their start takes on this machine.
      while (!signal.aborted && ![...running.values()].every((child) => ready.has(child))) await sleep(20);
      await sleep(200 + random() * 2500);
      const victim = running.get(ROLES[Math.floor(random() * ROLES.length)] ?? "api");
      if (!signal.aborted && victim?.kill("SIGKILL")) killCount++;
    }
  })();
  return {
    getCount: () => killCount,
    stop: async () => {
      abortController.abort();
      await killing;
      return killCount;
    },
  };
}

async function findFreePort(): Promise<number> {
  return findPort({ host: "127.0.0.1", port: 0 });
}

async function waitUntilHealthy(origin: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${origin}/healthz`).catch(() => null);
    if (response?.ok) return;
    await sleep(50);
  }
}
