import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { OrderContext } from "../src/checkout/service.ts";
import type { Connection } from "../src/platform/db/connection-pool.ts";
import type { TestShop } from "./harness.ts";
import type { CrashPoint } from "./watch-statements.ts";

export type OrderCrashInput = {
  connection: Connection;
  /** The request body, as it was sent. */
  request: unknown;
  context: OrderContext;
  /** When it is killed: 1 is `begin`, the last statement is `commit`. */
  crash: CrashPoint | null;
};

/** The report of a process that was not killed: the statements of its transaction, in order. */
export type OrderCrashReport = { statements: string[] };

/**
 * Manages processes that each place one order and may be killed while doing so.
 * @param spareCount how many processes are started in advance
 */
export function openCrashableProcesses({ app, connection }: TestShop, spareCount: number) {
  const spareProcesses: Promise<ChildProcess>[] = [];
  const startProcess = async (): Promise<ChildProcess> => {
    const child = fork(fileURLToPath(new URL("order-crash-process.ts", import.meta.url)), {
      execArgv: [],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: { NODE_COMPILE_CACHE: join(app.config.dataDir, "compiled") },
    });
    await once(child, "message");
    return child;
  };

  return {
    /** Places an order in a new process. @returns its report, or null if it was killed as planned */
    placeOrder: async (input: Omit<OrderCrashInput, "connection">): Promise<OrderCrashReport | null> => {
      const child = await (spareProcesses.shift() ?? startProcess());
      const exited = once(child, "exit");
      const reports: OrderCrashReport[] = [];
      child.on("message", (message) => reports.push(message as OrderCrashReport));
      child.send({ connection, ...input } satisfies OrderCrashInput);
      while (spareProcesses.length < spareCount) spareProcesses.push(startProcess());
      const [code, signal] = await exited;
      if (code !== 0 && signal !== "SIGKILL") throw new Error(`the process ended with ${signal ?? code}`);
      return reports[0] ?? null;
    },
    close: async (): Promise<void> => {
      for (const child of await Promise.all(spareProcesses)) child.disconnect();
    },
  };
}
