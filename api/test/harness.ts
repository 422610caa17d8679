import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeEach, inject } from "vitest";
import { buildApi } from "../src/app.ts";
import { findNextProductChange } from "../src/catalog/next-product-change.ts";
import { loadShippingTerms } from "../src/delivery/shipping-quote.ts";
import { decryptIdentity } from "../src/orders/identity/identity-encryption.ts";
import { orderEventHandlers } from "../src/order-event-handlers.ts";
import { createPaymentProviders } from "../src/payments/providers/payment-providers.ts";
import { createManualClock } from "../src/platform/clock.ts";
import { readConfig } from "../src/platform/config.ts";
import type { Db, RootDb } from "../src/platform/db/database.ts";
import { type Connection, openDb } from "../src/platform/db/connection-pool.ts";
import { openFolderStorage } from "../src/platform/file-storage/folder-storage.ts";
import { clearAllCaches, setCacheClock } from "../src/platform/cache/cache.ts";
import type { Api, AppContext } from "../src/platform/http/endpoint.ts";
import type { Log } from "../src/platform/log.ts";
import { openPubSub } from "../src/platform/db/open-pub-sub.ts";
import type { ResponseData } from "./response-types.ts";
import { openCheckedDb } from "./staff-transactions.ts";
import { TEST_NOW } from "./test-now.ts";
import { dropDatabase } from "./drop-database.ts";

/** A response: `data` of a success, `code` and `errors` of a refusal. */
export type TestResponse<Data = unknown> = {
  status: number;
  headers: Headers;
  body: { data: Data; message: string; code: string; errors: Record<string, string[]>; request_id: string };
};

export type TestRequestOptions = {
  /** A string is sent unchanged, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The session token of the customer. */
  token?: string;
  locale?: string;
  currency?: string;
  /** The idempotency key. */
  key?: string;
};

export type TestShop = {
  app: AppContext;
  db: RootDb;
  pool: pg.Pool;
  connection: Connection;
  clock: ReturnType<typeof createManualClock>;
  /** The errors that were logged during the test. */
  errors: unknown[];
  /** Sends a request to the API in process. */
  request<const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    request?: TestRequestOptions,
  ): Promise<TestResponse<ResponseData<Method, Path>>>;
  /** Posts bytes unchanged. */
  sendBytes(path: string, content: Uint8Array, headers: Record<string, string>): Promise<TestResponse>;
};

export { TEST_NOW };

/** How long a test waits for a connection: on a busy machine a new one takes more than the store's own limit. */
const ACQUIRE_TIMEOUT_MS = 60_000;

export type TestShopOptions = {
  fetch?: typeof fetch;
  env?: Record<string, string>;
  onLog?: (line: unknown) => void;
  /** True if the tests only read data that a `beforeAll` of their file writes. By default each begins without data. */
  keepsData?: boolean;
};

/**
 * Opens a store on its own database for the tests of one file: API in process, manual clock. Tables are emptied before
 * each test; rows inserted by migrations (currencies, rates) stay.
 */
export async function openTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const { template, ...server } = inject("postgres");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await withAdmin({ ...server, database: "postgres" }, (admin) =>
    admin.query(`create database ${name} template ${template} strategy file_copy`),
  );
  const connection = { ...server, database: name };
  const { pool } = openDb(connection, () => undefined, 20, { acquireTimeoutMs: ACQUIRE_TIMEOUT_MS });
  const db = openCheckedDb(pool);
  const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-data-"));
  const clock = createManualClock(TEST_NOW);
  setCacheClock(() => clock.now().getTime());
  const errors: unknown[] = [];
  const log = createTestLog(errors, options.onLog);
  const services = {
    config: readConfig({
      DATA_DIR: dataDir,
      PUBLIC_URL: "http://shop.test",
      SANDBOX_GATEWAY_SECRET: "a-secret-of-the-test-gateway",
      ...options.env,
    }),
    clock,
    log,
    fetch: options.fetch ?? (() => Promise.reject(new Error("unplanned network call"))),
  };
  const app: AppContext = {
    ...services,
    db,
    files: openFolderStorage(dataDir),
    pubSub: openPubSub(connection, log),
    paymentProviders: createPaymentProviders(services),
    orderEventHandlers,
    loadShippingTerms,
    findNextProductChange,
    decryptRecipientIdentity: decryptIdentity,
    shouldValidateResponses: true,
  };
  const api = buildApi(app);
  const referenceTables = await listReferenceTables(db);

  beforeEach(async () => {
    clock.set(TEST_NOW);
    errors.length = 0;
    if (options.keepsData) return;
    await emptyTables(db, referenceTables);
    clearAllCaches();
  });
  afterAll(async () => {
    await app.pubSub.close();
    await db.destroy();
    await withAdmin({ ...server, database: "postgres" }, (admin) => dropDatabase(admin, name));
    rmSync(dataDir, { recursive: true, force: true });
  });

  return { app, db, pool, connection, clock, errors, ...createTestClient(api) };
}

/** Creates a log that collects errors and passes every line to `onLog`. */
function createTestLog(errors: unknown[], onLog?: (line: unknown) => void): Log {
  return {
    info: (...line) => onLog?.(line),
    error: (message, error, details) => {
      onLog?.([message, String(error), details]);
      errors.push(error ?? message);
    },
  };
}

function createTestClient(api: Api): Pick<TestShop, "request" | "sendBytes"> {
  const send = async (path: string, init: RequestInit) => {
    const response = await api.fetch(new Request(`http://shop.test${path}`, init));
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
  };
  return {
    request: async (method, path, { body, headers = {}, token, locale, currency, key } = {}) =>
      send(path, {
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
    sendBytes: async (path, content, headers) => {
      const body = new Uint8Array(content);
      return send(path, { method: "POST", body, headers: { "content-length": String(body.length), ...headers } });
    },
  };
}

async function withAdmin<T>(connection: pg.ClientConfig, callback: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client(connection);
  await admin.connect();
  try {
    return await callback(admin);
  } finally {
    await admin.end();
  }
}

/** Lists the tables that migrations filled: reference data that every test may use. */
async function listReferenceTables(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'sandbox_gateway')`.execute(
    db,
  );
  const referenceTables = new Set<string>();
  for (const { name } of rows) {
    const filled = await sql`select 1 from ${sql.raw(name)} limit 1`.execute(db);
    if (filled.rows.length > 0) referenceTables.add(name);
  }
  return referenceTables;
}

/**
 * Deletes what a test wrote and restarts the ids, in one round trip. Tables that were never written have no pages. Rows
 * are deleted without triggers: truncating creates new files for thirty tables, which takes longer than most tests.
 */
async function emptyTables(db: Db, referenceTables: Set<string>): Promise<void> {
  const referenceTableList = sql.lit(`{${[...referenceTables].map((name) => `"${name}"`).join(",")}}`);
  await sql`do $$
    declare name text; filled boolean;
    begin
      set local session_replication_role = replica;
      for name in select format('%I.%I', n.nspname, c.relname)
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'sandbox_gateway') and c.relkind = 'r' and pg_relation_size(c.oid) > 0 loop
        continue when name = any (${referenceTableList}::text[]);
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
          and format('%I.%I', n.nspname, t.relname) <> all (${referenceTableList}::text[]);
      delete from pgboss.job;
    end $$`.execute(db);
}
