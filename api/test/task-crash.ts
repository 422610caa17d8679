import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Connection } from "../src/platform/db/connection-pool.ts";
import type { AppContext } from "../src/platform/http/endpoint.ts";
import type { TestShop } from "./harness.ts";
import type { CrashPoint } from "./watch-statements.ts";

export type TaskCrashInput = {
  connection: Connection;
  config: AppContext["config"];
  taskId: number;
  chunkSize: number;
  crash: CrashPoint | null;
};

/**
 * Executes a task in a process of its own, which is killed at a statement.
 * @returns whether it was killed, and not finished before
 */
export async function runTaskInProcess(
  { app, connection }: TestShop,
  input: Omit<TaskCrashInput, "connection" | "config">,
): Promise<boolean> {
  const child = fork(fileURLToPath(new URL("task-crash-process.ts", import.meta.url)), {
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { NODE_COMPILE_CACHE: join(app.config.dataDir, "compiled") },
  });
  await once(child, "message");
  const exited = once(child, "exit");
  child.send({ connection, config: app.config, ...input } satisfies TaskCrashInput);
  const [code, signal] = await exited;
  if (code !== 0 && signal !== "SIGKILL") throw new Error(`the process ended with ${signal ?? code}`);
  return signal === "SIGKILL";
}
