import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { jobs } from "../../server/src/jobs.ts";
import { startPostgres } from "../../server/src/postgres.ts";
import { programsIn } from "../../server/src/postgres-process.ts";
import { openDb } from "../src/platform/db.ts";
import { prepareJobs } from "../src/platform/jobs.ts";
import { migrate, migrationsIn } from "../src/platform/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the server's socket, and the migrated database that every test database is cloned from. */
    postgres: { host: string; port: number; user: string; password: string; template: string };
  }
}

/**
 * One PostgreSQL for the whole test run, with a migrated template in it, the queues of its jobs included. It is the one
 * that comes with the packages, or that of the folder in TEST_POSTGRES_BIN (`npm run test:postgres`).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "furoshiki-test-"));
  const programs = process.env["TEST_POSTGRES_BIN"];
  const server = await startPostgres(folder, {
    isDurable: false,
    ...(programs === undefined ? {} : { programs: programsIn(programs) }),
  });
  const template = "template_shop";
  const admin = new pg.Client(server.connection);
  await admin.connect();
  await admin.query(`create database ${template}`);
  await admin.end();
  const connection = { ...server.connection, database: template };
  await migrate(connection, migrationsIn(join(import.meta.dirname, "../migrations")), "migrations");
  await migrate(connection, migrationsIn(join(import.meta.dirname, "../../gateway/migrations")), "gateway_migrations");
  const { db } = openDb(connection, () => undefined);
  await prepareJobs(db, jobs);
  await db.destroy();
  const { host, port, user, password } = server.connection;
  project.provide("postgres", { host, port, user, password, template });
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
