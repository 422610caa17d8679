import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getValkeyConfig, type ValkeyConfig } from "../src/platform/valkey/valkey-config.ts";
import { canConnect } from "../src/platform/can-connect.ts";

/** Debian's packages `valkey-server` and `redis-server`, whose servers speak the same protocol. */
const programPath = ["/usr/bin/valkey-server", "/usr/bin/redis-server"].find((path) => existsSync(path));
export const isValkeyInstalled = programPath !== undefined;
export const SKIP_NOTE = "(skipped if neither valkey-server nor redis-server is installed)";

/** For `openValkey`: on a busy machine a server that works may need longer than the store waits. */
export const testTimeouts = { commandTimeoutMs: 2000 };

const SECRET = "a secret of all processes";

export type ValkeyServer = Readonly<{
  url: string;
  config: ValkeyConfig;
  /** Sends a signal: SIGSTOP lets it hang, SIGKILL ends it. */
  signal: (signal: NodeJS.Signals) => Promise<void>;
  /** Starts it again, without its data. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
}>;

/** Starts a Valkey server for a test. @param options such as `--maxmemory 3mb` */
export async function startValkeyServer(...options: string[]): Promise<ValkeyServer> {
  if (programPath === undefined) throw new Error("neither valkey-server nor redis-server is installed");
  const folder = mkdtempSync(join(tmpdir(), "furoshiki-valkey-"));
  const port = await findFreePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no"];
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(programPath, [...args, ...options], { stdio: "ignore" });
    while (!(await canConnect(port))) await sleep(10);
  };
  const end = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  await start();
  const url = `valkey://127.0.0.1:${port}`;
  const config = getValkeyConfig({ VALKEY_URL: url, SHOP_SECRET: SECRET }, "");
  if (!config) throw new Error("the address of the server is not valid");
  return {
    ...{ url, config },
    signal: async (signal) => {
      if (signal === "SIGKILL") await end();
      else child?.kill(signal);
    },
    restart: async () => {
      await end();
      await start();
    },
    close: async () => {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
