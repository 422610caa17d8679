import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestShop } from "../../../api/test/harness.ts";
import { buildApi } from "../../../api/src/app.ts";
import { readConfig } from "../../../api/src/platform/config.ts";
import { openDb } from "../../../api/src/platform/db/connection-pool.ts";
import { getDatabaseUrl } from "../../test/database-url.ts";
import { type PgBouncer, PGBOUNCER_PATH, startPgBouncer } from "../../test/pgbouncer.ts";
import { openDatabase } from "./database.ts";
import type { EmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";

const shop = await openTestShop();
const server = shop.connection as EmbeddedPostgres["connection"];

describe.skipIf(!existsSync(PGBOUNCER_PATH))(
  "PgBouncer in transaction mode (skipped if Debian's pgbouncer is not installed)",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "furoshiki-pooler-"));
    let pooler: PgBouncer;
    let url: string;

    beforeAll(async () => {
      const { host, port, user, password, database } = server;
      pooler = await startPgBouncer(`host=${host} port=${port} dbname=${database} user=${user} password=${password}`);
      ({ url } = pooler);
    });
    afterAll(async () => {
      await pooler.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const readTestConfig = (env: Record<string, string>) =>
      readConfig({ DATABASE_URL: url, DATA_DIR: join(folder, "data"), ...env });

    it("rejects a pooler without DIRECT_DATABASE_URL in one line", async () => {
      await expect(openDatabase(readTestConfig({}))).rejects.toThrow(
        "is behind a pooler: set DIRECT_DATABASE_URL to the server itself.",
      );
    });

    it("rejects another database in DIRECT_DATABASE_URL in one line", async () => {
      const directUrl = getDatabaseUrl({ ...server, database: "template1" });
      await expect(openDatabase(readTestConfig({ DIRECT_DATABASE_URL: directUrl }))).rejects.toThrow(
        "DIRECT_DATABASE_URL names another database than DATABASE_URL",
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
