import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestShop } from "../../api/test/harness.ts";
import { buildApi } from "../../api/src/app.ts";
import { readConfig } from "../../api/src/platform/config.ts";
import { openDb } from "../../api/src/platform/db.ts";
import { urlOf } from "../test/database-url.ts";
import { openDatabase } from "./database.ts";
import { findPort } from "./listen.ts";
import type { EmbeddedPostgres } from "./postgres.ts";

const PROGRAM = "/usr/sbin/pgbouncer";
const shop = await openTestShop();
const server = shop.connection as EmbeddedPostgres["connection"];

describe.skipIf(!existsSync(PROGRAM))("PgBouncer in transaction mode (skipped without pgbouncer of Debian)", () => {
  const folder = mkdtempSync(join(tmpdir(), "furoshiki-pgbouncer-"));
  let pooler: ChildProcess;
  let url: string;

  beforeAll(async () => {
    const port = await findPort({ host: "127.0.0.1", port: 0 });
    const { host, port: serverPort, user, password, database } = server;
    writeFileSync(
      join(folder, "pgbouncer.ini"),
      [
        "[databases]",
        `shop = host=${host} port=${serverPort} dbname=${database} user=${user} password=${password}`,
        "[pgbouncer]",
        `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any`,
        "pool_mode = transaction\ndefault_pool_size = 4\nmax_client_conn = 100",
      ].join("\n"),
    );
    chmodSync(folder, 0o755);
    // It refuses to run as root.
    const as = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    pooler = spawn(PROGRAM, [join(folder, "pgbouncer.ini")], { ...as, cwd: "/", stdio: "ignore" });
    url = `postgresql://shop@127.0.0.1:${port}/shop`;
    for (let tries = 0; tries < 100 && !(await listens(port)); tries++) await sleep(50);
  });
  afterAll(async () => {
    pooler.kill("SIGTERM");
    await once(pooler, "exit");
    rmSync(folder, { recursive: true, force: true });
  });

  const configWith = (env: Record<string, string>) =>
    readConfig({ DATABASE_URL: url, DATA_DIR: join(folder, "data"), ...env });

  it("is refused in one line without the address of the server behind it", async () => {
    await expect(openDatabase(configWith({}))).rejects.toThrow(
      "is behind a pooler: set DIRECT_DATABASE_URL to the server itself.",
    );
  });

  it("serves many requests at once with DIRECT_DATABASE_URL", async () => {
    const open = await openDatabase(configWith({ DIRECT_DATABASE_URL: urlOf(server), DATABASE_POOL_SIZE: "12" }));
    const api = buildApi({ ...shop.house, db: open.db });
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => api.request("/v1/products?sort=popular")));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    }
    expect(open.direct).toEqual({ connectionString: urlOf(server) });
    expect(await open.isReady()).toBe(true);
    await open.close();
  });

  it("fails with prepared statements that it does not track, which is what the start looks for", async () => {
    const { db, pool } = openDb({ connectionString: url }, () => undefined, 12, { isPooled: true });
    const api = buildApi({ ...shop.house, db });
    const statuses = [];
    for (let round = 0; round < 3; round++)
      for (const { status } of await Promise.all(Array.from({ length: 20 }, () => api.request("/v1/currencies"))))
        statuses.push(status);
    await pool.end();
    const isTracked = statuses.every((status) => status === 200);
    const open = await openDatabase(configWith({ DIRECT_DATABASE_URL: urlOf(server) }));
    expect(open.preparesStatements).toBe(isTracked);
    await open.close();
    shop.errors.length = 0;
  });
});

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
