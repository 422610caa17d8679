import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openTestShop } from "../../../api/test/harness.ts";
import { buildApi } from "../../../api/src/app.ts";
import { readConfig } from "../../../api/src/platform/config.ts";
import { openDb } from "../../../api/src/platform/db/connection-pool.ts";
import { getDatabaseUrl } from "../../test/database-url.ts";
import { openDatabase } from "./database.ts";
import { findPort } from "../http/listen.ts";
import type { EmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";

const PGBOUNCER_PATH = "/usr/sbin/pgbouncer";
const shop = await openTestShop();
const server = shop.connection as EmbeddedPostgres["connection"];

describe.skipIf(!existsSync(PGBOUNCER_PATH))(
  "PgBouncer in transaction mode (skipped if Debian's pgbouncer is not installed)",
  () => {
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
      // PgBouncer refuses to run as root.
      const runAs = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
      pooler = spawn(PGBOUNCER_PATH, [join(folder, "pgbouncer.ini")], { ...runAs, cwd: "/", stdio: "ignore" });
      url = `postgresql://shop@127.0.0.1:${port}/shop`;
      await vi.waitUntil(() => isListening(port), { timeout: 30_000 });
    });
    afterAll(async () => {
      pooler.kill("SIGTERM");
      await once(pooler, "exit");
      rmSync(folder, { recursive: true, force: true });
    });

    const readTestConfig = (env: Record<string, string>) =>
      readConfig({ DATABASE_URL: url, DATA_DIR: join(folder, "data"), ...env });

    it("rejects a pooler without DIRECT_DATABASE_URL in one line", async () => {
      await expect(openDatabase(readTestConfig({}))).rejects.toThrow(
        "is behind a pooler: set DIRECT_DATABASE_URL to the server itself.",
      );
    });

    it("serves many concurrent requests with DIRECT_DATABASE_URL", async () => {
      const database = await openDatabase(
        readTestConfig({ DIRECT_DATABASE_URL: getDatabaseUrl(server), DATABASE_POOL_SIZE: "12" }),
      );
      const api = buildApi({ ...shop.app, db: database.db });
      for (let round = 0; round < 3; round++) {
        const responses = await Promise.all(
          Array.from({ length: 20 }, async () => api.request("/v1/products?sort=popular")),
        );
        expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
      }
      expect(database.directConnection).toEqual({ connectionString: getDatabaseUrl(server) });
      expect(await database.isReady()).toBe(true);
      await database.close();
    });

    it("detects whether the pooler tracks prepared statements", async () => {
      const { db, pool } = openDb({ connectionString: url }, () => undefined, 12, { usesPooler: true });
      const api = buildApi({ ...shop.app, db });
      const statuses = [];
      for (let round = 0; round < 3; round++)
        for (const { status } of await Promise.all(
          Array.from({ length: 20 }, async () => api.request("/v1/currencies")),
        ))
          statuses.push(status);
      await pool.end();
      const supportsPreparedStatements = statuses.every((status) => status === 200);
      const database = await openDatabase(readTestConfig({ DIRECT_DATABASE_URL: getDatabaseUrl(server) }));
      expect(database.usePreparedStatements).toBe(supportsPreparedStatements);
      await database.close();
      shop.errors.length = 0;
    });
  },
);

async function isListening(port: number): Promise<boolean> {
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
