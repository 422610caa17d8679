import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import way from "../run.json" with { type: "json" };
import { findPort } from "../src/listen.ts";

const ROLES = ["api", "gateway", "worker"] as const;
type Role = (typeof ROLES)[number];

export type DyingShop = {
  api: string;
  gateway: string;
  env: Record<string, string>;
  /** Kills one of the three at random, every now and then, until told to stop. */
  torment: (chance: () => number) => { stop: () => Promise<number> };
  /** Everything that the three have said. */
  log: () => string;
  stop: () => Promise<void>;
};

/**
 * Shop, gateway and worker as three real processes on one database. Each is started again as soon as it is gone, as any
 * keeper of processes does.
 */
export async function openDyingShop(databaseUrl: string, folder: string): Promise<DyingShop> {
  const [apiPort, gatewayPort] = [await freePort(), await freePort()];
  const api = `http://127.0.0.1:${apiPort}`;
  const gateway = `http://127.0.0.1:${gatewayPort}`;
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    DEMO: "0",
    HOST: "127.0.0.1",
    PUBLIC_URL: api,
    API_BASE_URL: api,
    SANDBOX_GATEWAY_URL: gateway,
    SANDBOX_GATEWAY_SECRET: "a-secret-of-the-dying-shop",
  };
  const logFile = join(folder, "processes.log");
  const log = createWriteStream(logFile);
  const running = new Map<Role, ChildProcess>();
  const atWork = new Set<ChildProcess>();
  let isClosing = false;

  const start = (role: Role) => {
    const child = spawn(process.execPath, [...way.flags, join(import.meta.dirname, "../src/main.ts")], {
      env: {
        ...process.env,
        ...env,
        ...way.env,
        NODE_COMPILE_CACHE: join(folder, "compiled"),
        ROLE: role,
        PORT: String(role === "gateway" ? gatewayPort : apiPort),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    running.set(role, child);
    child.stdout.on("data", (said: Buffer) => {
      if (/is open|are at work/.test(said.toString())) atWork.add(child);
    });
    child.once("exit", () => {
      if (!isClosing) start(role);
    });
  };
  for (const role of ROLES) start(role);
  await Promise.all([api, gateway].map(isUp));

  return {
    api,
    gateway,
    env,
    torment: (chance) => {
      let killed = 0;
      const over = new AbortController();
      const tormenting = (async () => {
        while (!over.signal.aborted) {
          // Where all are at work something can be cut off, however long starting takes on this machine.
          while (!over.signal.aborted && ![...running.values()].every((child) => atWork.has(child))) await sleep(20);
          await sleep(200 + chance() * 2500);
          const victim = running.get(ROLES[Math.floor(chance() * ROLES.length)] ?? "api");
          if (!over.signal.aborted && victim?.kill("SIGKILL")) killed++;
        }
      })();
      return {
        stop: async () => {
          over.abort();
          await tormenting;
          await Promise.all([api, gateway].map(isUp));
          return killed;
        },
      };
    },
    log: () => readFileSync(logFile, "utf8"),
    stop: async () => {
      isClosing = true;
      const gone = [...running.values()].map(
        (child) =>
          new Promise((resolve) =>
            (child.exitCode ?? child.signalCode) === null ? child.once("exit", resolve) : resolve(null),
          ),
      );
      for (const child of running.values()) child.kill("SIGTERM");
      await Promise.all(gone);
      log.end();
    },
  };
}

async function freePort(): Promise<number> {
  return findPort({ host: "127.0.0.1", port: 0 });
}

async function isUp(origin: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
}
