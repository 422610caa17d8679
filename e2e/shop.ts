import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** One built shop for all stories, on a port and in a folder of its own. */
export default async function openShop(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-stories-data-"));
  const shop = spawn(process.execPath, ["server/src/main.ts"], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, NODE_ENV: "production", PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.env["SHOP_URL"] = await addressOf(shop);
  return async () => {
    shop.kill("SIGTERM");
    if (shop.exitCode === null) await once(shop, "exit");
    rmSync(dataDir, { recursive: true, force: true });
  };
}

async function addressOf(shop: ChildProcess): Promise<string> {
  if (!shop.stdout) throw new Error("the shop has no output");
  for await (const line of createInterface(shop.stdout)) {
    const address = /https?:\/\/[^\s/]+/.exec(line)?.[0];
    if (!address) continue;
    shop.stdout.resume();
    return address;
  }
  throw new Error(`the shop ended with ${shop.exitCode} before it was open`);
}
