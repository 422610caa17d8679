import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { jobs } from "../../server/src/roles/jobs.ts";
import { startPostgres } from "../../server/src/embedded-postgres/embedded-postgres.ts";
import { getProgramsIn } from "../../server/src/embedded-postgres/postgres-process.ts";
import { openDb } from "../src/platform/db/connection-pool.ts";
import { setUpJobQueues } from "../src/platform/jobs/job-queue.ts";
import { createPartitions } from "../src/platform/audit/sql.ts";
import { TEST_NOW } from "./test-now.ts";
import { migrate, readMigrations } from "../src/platform/db/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The connection to the server; `template` is the migrated database that test databases are cloned from. */
    postgres: { host: string; port: number; user: string; password: string; template: string };
  }
}

/**
 * Starts one PostgreSQL for the whole test run, with a migrated template database that includes the job queues. It is
 * the packaged one, or that of the folder in TEST_POSTGRES_BIN (`npm run test:postgres`).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "furoshiki-test-"));
  const programs = process.env["TEST_POSTGRES_BIN"];
  const server = await startPostgres(folder, {
    isDurable: false,
    ...(programs === undefined ? {} : { programs: getProgramsIn(programs) }),
  });
  const template = "template_shop";
  const admin = new pg.Client(server.connection);
  await admin.connect();
  await admin.query(`create database ${template}`);
  await admin.end();
  const connection = { ...server.connection, database: template };
  await migrate(connection, readMigrations(join(import.meta.dirname, "../migrations")), "migrations");
  await migrate(
    connection,
    readMigrations(join(import.meta.dirname, "../../sandbox-gateway/migrations")),
    "gateway_migrations",
  );
  const { db } = openDb(connection, () => undefined);
  await setUpJobQueues(db, jobs);
  await createPartitions(db, TEST_NOW, new Date(TEST_NOW.getTime() + 365 * 86_400_000));
  await db.destroy();
  const { host, port, user, password } = server.connection;
  project.provide("postgres", { host, port, user, password, template });
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
