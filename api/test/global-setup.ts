import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
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

/** The memory file system of Linux. */
const MEMORY_FOLDER = "/dev/shm";
/** What the databases of a test run and their write-ahead log need at most, with a reserve for the tests. */
const REQUIRED_MEMORY_BYTES = 4 * 1024 ** 3;

/**
 * Returns the folder for the files of PostgreSQL: in memory if there is enough, because each test file creates a
 * database of a thousand files, which takes 30 ms there and 700 ms on a disk.
 */
function getTemporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return Math.min(bavail * bsize, freemem()) >= REQUIRED_MEMORY_BYTES ? MEMORY_FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Starts one PostgreSQL for the whole test run, with a migrated template database that includes the job queues. It is
 * the packaged one, or that of the folder in TEST_POSTGRES_BIN (`npm run test:postgres`).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(getTemporaryFolder(), "furoshiki-test-"));
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
