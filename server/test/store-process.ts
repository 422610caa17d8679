import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync, type WriteStream } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import runOptions from "../run.json" with { type: "json" };

const root = join(import.meta.dirname, "../..");
const START_TIMEOUT_MS = 240_000;

/** A process of the store that can be stopped and started again at the same port. */
export type StoreProcess = {
  start: () => Promise<void>;
  /** Stops it as a supervisor does, and waits until it has ended. */
  stop: () => Promise<void>;
};

/**
 * Creates a process of the store. `start` waits until it is ready.
 * @param env its variables; a worker has its HEALTH_PORT
 * @param logFile receives its output
 */
export function createStoreProcess(env: Record<string, string>, logFile: string): StoreProcess {
  let child: ChildProcess | null = null;
  let log: WriteStream | null = null;
  const readinessUrl = `http://127.0.0.1:${env["HEALTH_PORT"] ?? env["PORT"]}/readyz`;
  return {
    start: async () => {
      const started = spawn(process.execPath, [...runOptions.flags, join(root, "server/src/main.ts")], {
        cwd: root,
        env: { ...process.env, ...runOptions.env, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      child = started;
      log = createWriteStream(logFile, { flags: "a" });
      started.stdout.pipe(log, { end: false });
      started.stderr.pipe(log, { end: false });
      const until = performance.now() + START_TIMEOUT_MS;
      while (!(await isReady(readinessUrl))) {
        if (started.exitCode !== null || performance.now() > until)
          throw new Error(`ROLE=${env["ROLE"]} did not start: ${readFileSync(logFile, "utf8").slice(-2000)}`);
        await sleep(100);
      }
    },
    stop: async () => {
      if (!child) return;
      const exited = child.exitCode === null && child.signalCode === null ? once(child, "exit") : null;
      child.kill("SIGTERM");
      await exited;
      log?.end();
      child = null;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => null);
  return response?.ok ?? false;
}
