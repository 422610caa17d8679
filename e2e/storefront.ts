import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import runConfig from "../server/run.json" with { type: "json" };

export type Storefront = {
  origin: string;
  pid: number;
  /** The lines that the store has printed. */
  lines: readonly string[];
  stop: () => Promise<void>;
};

/**
 * Starts the built store for browser tests: without load shedding, because on a busy machine the store would reject page
 * views with 503, and without rendering images that no test requests, which would take half a core. Tests of their own
 * cover load shedding (request-guards.test.ts) and rendering in advance (cache-warming.test.ts).
 * @see startStorefront for the parameters
 */
export function startTestStorefront(dataDir: string, env: Record<string, string> = {}): Promise<Storefront> {
  return startStorefront(dataDir, { MAX_EVENT_LOOP_DELAY_MS: "0", WARM_IMAGE_CACHE: "0", ...env });
}

/**
 * Starts the built store on a free port of this machine and waits until it accepts requests.
 * @param dataDir data directory of the store
 * @param env further environment variables
 * @throws Error if the store exits before it accepts requests
 */
export async function startStorefront(dataDir: string, env: Record<string, string> = {}): Promise<Storefront> {
  const server = spawn(process.execPath, [...runConfig.flags, "server/src/main.ts"], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, ...runConfig.env, PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const { promise: origin, resolve } = Promise.withResolvers<string | undefined>();
  createInterface({ input: server.stdout })
    .on("line", (line) => {
      lines.push(line);
      const [, address] = /running: (https?:\/\/[^\s/]+)/.exec(line) ?? [];
      if (address) resolve(address);
    })
    .on("close", () => resolve(undefined));
  const address = await origin;
  if (address === undefined) throw new Error(`the store exited with ${server.exitCode} before it accepted requests`);
  return {
    origin: address,
    pid: server.pid ?? 0,
    lines,
    stop: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill("SIGTERM");
      await once(server, "exit");
    },
  };
}
