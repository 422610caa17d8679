import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { jobs } from "../../server/src/jobs.ts";
import { startPostgres } from "../../server/src/postgres.ts";
import { openDb } from "../src/platform/db.ts";
import { prepareJobs } from "../src/platform/jobs.ts";
import { migrate, migrationsIn } from "../src/platform/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the server's socket, and the migrated database that every test database is cloned from. */
    postgres: { host: string; port: number; user: string; template: string };
  }
}

/** One PostgreSQL for the whole test run, with a migrated template in it, the queues of its jobs included. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "furoshiki-test-"));
  const server = await startPostgres(folder, { isDurable: false });
  const template = "template_shop";
  const admin = new pg.Client(server.connection);
  await admin.connect();
  await admin.query(`create database ${template}`);
  await admin.end();
  const { db, pool } = openDb({ ...server.connection, database: template }, () => undefined);
  await migrate(pool, migrationsIn(join(import.meta.dirname, "../migrations")), "migrations");
  await migrate(pool, migrationsIn(join(import.meta.dirname, "../../gateway/migrations")), "gateway_migrations");
  await prepareJobs(db, jobs);
  await db.destroy();
  const { host, port, user } = server.connection;
  project.provide("postgres", { host, port, user, template });
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
