import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Ordering } from "../src/checkout/service.ts";
import type { Connection } from "../src/platform/db.ts";
import type { TestShop } from "./harness.ts";

/** The moment of a transaction at which a process is gone: `begin` is statement 1, `commit` the last. */
export type Death = { statement: number; when: "sent" | "answered" };

export type Errand = {
  connection: Connection;
  /** The body of the request, as it was sent. */
  request: unknown;
  by: Ordering;
  death: Death | null;
};

/** What a process that lived tells: the statements of its transaction in order. */
export type Told = { statements: string[] };

/**
 * Processes that each place one order in the shop's database and may be killed in the middle of it.
 * @param ahead how many are started while another is at work.
 */
export function openMortalShops({ house, connection }: TestShop, ahead: number) {
  const starting: Promise<ChildProcess>[] = [];
  const start = async (): Promise<ChildProcess> => {
    const child = fork(fileURLToPath(new URL("mortal-shop-process.ts", import.meta.url)), {
      execArgv: [],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: { NODE_COMPILE_CACHE: join(house.config.dataDir, "compiled") },
    });
    await once(child, "message");
    return child;
  };

  return {
    /** @returns what a fresh process told, or null when it died as it was to. */
    placeOrder: async (errand: Omit<Errand, "connection">): Promise<Told | null> => {
      const child = await (starting.shift() ?? start());
      const ended = once(child, "exit");
      const told: Told[] = [];
      child.on("message", (message) => told.push(message as Told));
      child.send({ connection, ...errand } satisfies Errand);
      while (starting.length < ahead) starting.push(start());
      const [code, signal] = await ended;
      if (code !== 0 && signal !== "SIGKILL") throw new Error(`the process ended with ${signal ?? code}`);
      return told[0] ?? null;
    },
    close: async (): Promise<void> => {
      for (const child of await Promise.all(starting)) child.disconnect();
    },
  };
}
