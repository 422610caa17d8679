import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { CommandError } from "../../api/src/platform/commands/command.ts";
import { DISABLE_STATEMENT_TIMEOUT } from "../../api/src/platform/db/statement-timeout.ts";
import {
  END_OF_TABLE,
  type BackupHeader,
  isBackupHeader,
  type TableHeader,
  type BackupFooter,
} from "./backup-format.ts";
import { createAuditPartition, listAppliedMigrations, resetSequences, listStoredTables } from "./backup-tables.ts";

/**
 * Writes every table to one compressed file, as of one moment (a repeatable-read snapshot), while the store keeps
 * running. The file appears when it is complete.
 * @returns the numbers of tables and rows
 */
export async function writeBackup(pool: pg.Pool, file: string, now: Date): Promise<BackupFooter> {
  const temporaryFile = `${file}.part`;
  try {
    return await withClient(pool, "begin isolation level repeatable read read only", async (client) => {
      const counts: BackupFooter = { tables: 0, rows: 0 };
      await pipeline(
        Readable.from(generateBackup(client, now, counts)),
        createGzip(),
        createWriteStream(temporaryFile, { mode: 0o600 }),
      );
      await rename(temporaryFile, file);
      return counts;
    });
  } catch (error) {
    await rm(temporaryFile, { force: true });
    throw error;
  }
}

async function* generateBackup(
  client: pg.PoolClient,
  now: Date,
  counts: BackupFooter,
): AsyncGenerator<string | Buffer> {
  const header: BackupHeader = {
    ...{ furoshiki: "backup", format: 1 },
    made: now.toISOString(),
    migrations: await listAppliedMigrations(client),
  };
  yield `${JSON.stringify(header)}\n`;
  for (const { table, columns } of await listStoredTables(client)) {
    yield `${JSON.stringify({ table, columns } satisfies TableHeader)}\n`;
    const copyStream = client.query(copyTo(`copy ${table} (${columns.join(", ")}) to stdout`));
    for await (const chunk of copyStream as AsyncIterable<Buffer>) yield chunk;
    yield `${END_OF_TABLE}\n`;
    counts.tables += 1;
    counts.rows += copyStream.rowCount;
  }
  yield `${JSON.stringify(counts)}\n`;
}

/**
 * Restores a backup into a database without customers, products and orders, as a whole or not at all. The database user
 * must be allowed to insert rows without firing triggers, like the owner of the embedded database.
 * @throws CommandError if the file or the database cannot be used.
 */
export async function restoreBackup(pool: pg.Pool, file: string): Promise<BackupFooter> {
  return withClient(pool, "begin", async (client) => {
    await requireEmptyDatabase(client);
    const decompressed = createGunzip();
    // An error here also fails the reading of lines, which reports it.
    pipeline(createReadStream(file), decompressed).catch(() => undefined);
    const lines = readLines(decompressed);
    const header = parseLine(await nextLine(lines));
    if (!isBackupHeader(header)) throw new CommandError(`${file} is not a backup of a shop.`);
    const applied = await listAppliedMigrations(client);
    if (JSON.stringify(header.migrations) !== JSON.stringify(applied))
      throw new CommandError(
        `${file} was made by another version of the shop: restore it with that version, then update.`,
      );
    await client.query("set local session_replication_role = replica");
    const tables = await listStoredTables(client);
    await client.query(`truncate ${tables.map(({ table }) => table).join(", ")}`);
    const counts = await restoreTables(client, lines, new Set(tables.map(({ table }) => table)));
    await resetSequences(client);
    return counts;
  });
}

async function restoreTables(
  client: pg.PoolClient,
  lines: AsyncIterator<string>,
  tableNames: ReadonlySet<string>,
): Promise<BackupFooter> {
  const counts: BackupFooter = { tables: 0, rows: 0 };
  for (;;) {
    const next = parseLine(await nextLine(lines)) as TableHeader | BackupFooter;
    if (!("table" in next)) {
      if (next.rows !== counts.rows || next.tables !== counts.tables) throw createTruncatedError();
      return counts;
    }
    if (!tableNames.has(next.table) && !(await createAuditPartition(client, next.table)))
      throw new CommandError(`The backup has a table ${next.table}, which this version does not have.`);
    const copyStream = client.query(copyFrom(`copy ${next.table} (${next.columns.join(", ")}) from stdin`));
    // An aborted COPY stream does not end: a truncated file ends the rows normally, and the error is thrown afterwards.
    let failure: Error | undefined;
    const rows = readRows(lines, (error) => {
      failure = error;
    });
    await pipeline(Readable.from(rows), copyStream).catch((error: unknown) => {
      // PostgreSQL quotes the rejected row, which may contain customer data.
      failure ??=
        error instanceof pg.DatabaseError
          ? createDamagedError(`the rows of ${next.table} cannot be read`)
          : toError(error);
    });
    if (failure !== undefined) throw failure;
    counts.tables += 1;
    counts.rows += copyStream.rowCount;
  }
}

/** Reads the rows of one table up to its end. An error is passed to `onError` instead of being thrown. */
async function* readRows(lines: AsyncIterator<string>, onError: (error: Error) => void): AsyncGenerator<string> {
  try {
    for (let line = await nextLine(lines); line !== END_OF_TABLE; line = await nextLine(lines)) yield `${line}\n`;
  } catch (error) {
    onError(toError(error));
  }
}

/** Splits at line feeds only: texts may contain other characters that are line separators elsewhere. */
async function* readLines(stream: NodeJS.ReadableStream): AsyncGenerator<string> {
  let remainder = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    const lines = (remainder + String(chunk)).split("\n");
    remainder = lines.pop() ?? "";
    yield* lines;
  }
  if (remainder !== "") yield remainder;
}

/** @throws CommandError if the file has ended or cannot be decompressed */
async function nextLine(lines: AsyncIterator<string>): Promise<string> {
  const { value, done } = await lines.next().catch((error: unknown) => {
    const isDecompressionError = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    throw isDecompressionError ? createDamagedError("it cannot be unpacked") : error;
  });
  if (done) throw createTruncatedError();
  return value;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The caller reports that the file is not a backup.
    return null;
  }
}

function createTruncatedError(): CommandError {
  return createDamagedError("its end is missing");
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function createDamagedError(reason: string): CommandError {
  return new CommandError(`The backup is damaged: ${reason}. Nothing was restored.`);
}

async function requireEmptyDatabase(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>(
    "select exists (select from customers) or exists (select from products) or exists (select from orders) as filled",
  );
  if (rows[0]?.filled)
    throw new CommandError(
      "This database is in use: a backup can only be restored into an empty one (ROLE=migrate npm start creates it).",
    );
}

/** Runs a callback in a transaction, without a statement timeout. After an error the transaction is rolled back. */
async function withClient<T>(
  pool: pg.Pool,
  beginStatement: string,
  callback: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(beginStatement);
    await client.query(DISABLE_STATEMENT_TIMEOUT);
    const result = await callback(client);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    // Closes the connection, which rolls back its transaction and resets its settings.
    client.release(true);
    throw error;
  }
}
