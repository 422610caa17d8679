import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPort } from "../src/http/listen.ts";
import { waitUntilListening } from "./wait-until-listening.ts";

/** Where Debian installs it. */
export const PGBOUNCER_PATH = "/usr/sbin/pgbouncer";

/** PgBouncer in transaction mode in front of a database, which is called `shop` there. */
export type PgBouncer = {
  url: string;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Starts PgBouncer.
 * @param target the connection string of the server in the form of libpq: `host=… port=… dbname=… user=…`
 */
export async function startPgBouncer(target: string, { poolSize = 4 } = {}): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), "furoshiki-pgbouncer-"));
  const port = await findPort({ host: "127.0.0.1", port: 0 });
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    [
      `[databases]\nshop = ${target}`,
      "[pgbouncer]",
      `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any`,
      `pool_mode = transaction\ndefault_pool_size = ${poolSize}\nmax_client_conn = 200`,
    ].join("\n"),
  );
  chmodSync(folder, 0o755);
  // PgBouncer refuses to run as root.
  const runAs = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  let child: ChildProcess | null = null;
  const start = async () => {
    child = spawn(PGBOUNCER_PATH, [join(folder, "pgbouncer.ini")], { ...runAs, cwd: "/", stdio: "ignore" });
    await waitUntilListening(port);
  };
  const stop = async () => {
    if (!child) return;
    // At once, without waiting for transactions.
    child.kill("SIGTERM");
    await once(child, "exit");
    child = null;
  };
  await start();
  return {
    url: `postgresql://shop@127.0.0.1:${port}/shop`,
    start,
    stop,
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
