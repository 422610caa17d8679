import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import way from "../server/run.json" with { type: "json" };

export type BuiltShop = { origin: string; pid: number; stop: () => Promise<void> };

/** Starts the built shop on a free port, with `dataDir` as its folder, and waits until it is open. */
export async function startBuiltShop(dataDir: string, env: Record<string, string> = {}): Promise<BuiltShop> {
  const shop = spawn(process.execPath, [...way.flags, "server/src/main.ts"], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, ...way.env, PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: shop.stdout })) {
    const origin = /open: (https?:\/\/[^\s/]+)/.exec(line)?.[1];
    if (!origin) continue;
    shop.stdout.resume();
    return {
      origin,
      pid: shop.pid ?? 0,
      stop: async () => {
        if (shop.exitCode !== null || shop.signalCode !== null) return;
        shop.kill("SIGTERM");
        await once(shop, "exit");
      },
    };
  }
  throw new Error(`the shop ended with ${shop.exitCode} before it was open`);
}
