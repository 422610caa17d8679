import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeEach, inject } from "vitest";
import { buildApi } from "../src/app.ts";
import { heldClock } from "../src/platform/clock.ts";
import { readConfig } from "../src/platform/config.ts";
import { type Connection, type Db, openDb } from "../src/platform/db.ts";
import { forgetEverything, setCacheClock } from "../src/platform/fresh.ts";
import type { House } from "../src/platform/http.ts";
import type { Log } from "../src/platform/log.ts";
import { openNews } from "../src/platform/news.ts";
import type { DataOf } from "./answers.ts";
import { dropDatabase } from "./drop-database.ts";

/** An answer: `data` of what was done, `code` and `errors` of what was refused. */
export type Answered<Data = unknown> = {
  status: number;
  headers: Headers;
  body: { data: Data; message: string; code: string; errors: Record<string, string[]>; request_id: string };
};

export type Ask = {
  body?: unknown;
  headers?: Record<string, string>;
  token?: string;
  locale?: string;
  currency?: string;
  key?: string;
};

export type TestShop = {
  house: House;
  db: Db;
  pool: pg.Pool;
  connection: Connection;
  clock: ReturnType<typeof heldClock>;
  /** What was logged as an error; a test that expects one takes it out, the rest fail the test. */
  errors: unknown[];
  /** Asks the API in process. */
  ask<const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    ask?: Ask,
  ): Promise<Answered<DataOf<Method, Path>>>;
  /** Posts bytes as they are. */
  send(path: string, content: Uint8Array, headers: Record<string, string>): Promise<Answered>;
};

/** The moment at which every test begins. */
export const TEST_NOW = new Date("2026-11-20T09:00:00Z");

/**
 * A shop on a database of its own, for the tests of one file: API in process, clock in hand.
 * Tables are emptied before each test; what migrations put in (currencies, rates) stays.
 */
export async function openTestShop(
  options: { fetch?: typeof fetch; env?: Record<string, string>; told?: (line: unknown) => void } = {},
): Promise<TestShop> {
  const { template, ...server } = inject("postgres");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await withAdmin({ ...server, database: "postgres" }, (admin) =>
    admin.query(`create database ${name} template ${template} strategy file_copy`),
  );
  const connection = { ...server, database: name };
  const { db, pool } = openDb(connection, () => undefined, 20);
  const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-data-"));
  const clock = heldClock(TEST_NOW);
  setCacheClock(() => clock.now().getTime());
  const errors: unknown[] = [];
  const log: Log = {
    info: (...line) => options.told?.(line),
    error: (message, error, details) => {
      options.told?.([message, String(error), details]);
      errors.push(error ?? message);
    },
  };
  const house: House = {
    config: readConfig({
      DATA_DIR: dataDir,
      PUBLIC_URL: "http://shop.test",
      SANDBOX_GATEWAY_SECRET: "a-secret-of-the-test-gateway",
      ...options.env,
    }),
    db,
    clock,
    log,
    news: openNews(connection, log),
    fetch: options.fetch ?? (() => Promise.reject(new Error("unplanned network call"))),
    checkAnswers: true,
  };
  const api = buildApi(house);
  const kept = await keptTables(db);

  beforeEach(async () => {
    clock.set(TEST_NOW);
    errors.length = 0;
    await emptyTables(db, kept);
    forgetEverything();
  });
  afterAll(async () => {
    await house.news.close();
    await db.destroy();
    await withAdmin({ ...server, database: "postgres" }, (admin) => dropDatabase(admin, name));
    rmSync(dataDir, { recursive: true, force: true });
  });

  return {
    house,
    db,
    pool,
    connection,
    clock,
    errors,
    ask: async (method, path, { body, headers = {}, token, locale, currency, key } = {}) => {
      const response = await api.fetch(
        new Request(`http://shop.test${path}`, {
          method,
          headers: {
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(locale ? { "accept-language": locale } : {}),
            ...(currency ? { currency } : {}),
            ...(key ? { "idempotency-key": key } : {}),
            ...headers,
          },
          ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
        }),
      );
      return answered(response);
    },
    send: async (path, content, headers) => {
      const body = new Uint8Array(content);
      const length = { "content-length": String(body.length) };
      return answered(
        await api.fetch(
          new Request(`http://shop.test${path}`, { method: "POST", body, headers: { ...length, ...headers } }),
        ),
      );
    },
  };
}

async function answered(response: Response) {
  const raw = await response.text();
  return { status: response.status, headers: response.headers, body: raw === "" ? null : JSON.parse(raw) };
}

async function withAdmin<T>(connection: pg.ClientConfig, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client(connection);
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** Tables that migrations filled: reference data every test may count on. */
async function keptTables(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'sandbox_gateway')`.execute(
    db,
  );
  const kept = new Set<string>();
  for (const { name } of rows) {
    const filled = await sql`select 1 from ${sql.raw(name)} limit 1`.execute(db);
    if (filled.rows.length > 0) kept.add(name);
  }
  return kept;
}

/**
 * Empties what was written since, and counts ids from the start again, in one round trip. Rows are deleted without
 * their triggers: truncating would make new files for thirty tables, which takes longer than most tests.
 */
async function emptyTables(db: Db, kept: Set<string>): Promise<void> {
  const keptList = sql.lit(`{${[...kept].map((name) => `"${name}"`).join(",")}}`);
  await sql`do $$
    declare name text; filled boolean;
    begin
      set local session_replication_role = replica;
      for name in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname in ('public', 'sandbox_gateway') loop
        continue when name = any (${keptList}::text[]);
        execute 'select exists (select from ' || name || ')' into filled;
        if filled then execute 'delete from ' || name; end if;
      end loop;
      perform setval(s.seqrelid, s.seqstart, false)
        from pg_sequence s
        join pg_depend d on d.objid = s.seqrelid and d.deptype in ('a', 'i') and d.refclassid = 'pg_class'::regclass
        join pg_class t on t.oid = d.refobjid
        join pg_namespace n on n.oid = t.relnamespace
        where n.nspname in ('public', 'sandbox_gateway')
          and pg_sequence_last_value(s.seqrelid) is not null
          and format('%I.%I', n.nspname, t.relname) <> all (${keptList}::text[]);
      delete from pgboss.job;
    end $$`.execute(db);
}
