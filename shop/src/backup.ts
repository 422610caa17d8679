import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { CommandError } from "../../api/src/platform/commands.ts";
import { UNLIMITED } from "../../api/src/platform/shop-client.ts";
import { END_OF_TABLE, type Head, isHead, type TableHead, type Tail } from "./backup-format.ts";
import { appliedMigrations, setSequences, storedTables } from "./backup-tables.ts";

/**
 * Writes every table to one compressed file, all as they are at one moment, while the shop goes on. The file appears
 * when it is whole.
 */
export async function writeBackup(pool: pg.Pool, file: string, now: Date): Promise<Tail> {
  const half = `${file}.part`;
  try {
    return await withClient(pool, "begin isolation level repeatable read read only", async (client) => {
      const told: Tail = { tables: 0, rows: 0 };
      await pipeline(
        Readable.from(backupOf(client, now, told)),
        createGzip(),
        createWriteStream(half, { mode: 0o600 }),
      );
      await rename(half, file);
      return told;
    });
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

async function* backupOf(client: pg.PoolClient, now: Date, told: Tail): AsyncGenerator<string | Buffer> {
  const head: Head = {
    ...{ furoshiki: "backup", format: 1 },
    made: now.toISOString(),
    migrations: await appliedMigrations(client),
  };
  yield `${JSON.stringify(head)}\n`;
  for (const { table, columns } of await storedTables(client)) {
    yield `${JSON.stringify({ table, columns } satisfies TableHead)}\n`;
    const copying = client.query(copyTo(`copy ${table} (${columns.join(", ")}) to stdout`));
    for await (const chunk of copying as AsyncIterable<Buffer>) yield chunk;
    yield `${END_OF_TABLE}\n`;
    told.tables += 1;
    told.rows += copying.rowCount;
  }
  yield `${JSON.stringify(told)}\n`;
}

/**
 * Puts a backup into a database in which nobody has ordered, signed up or sold anything, all of it or nothing.
 * Its user must be allowed to put rows in without their triggers, as the owner of the embedded database is.
 * @throws CommandError where the file or the database does not do.
 */
export async function restoreBackup(pool: pg.Pool, file: string): Promise<Tail> {
  return withClient(pool, "begin", async (client) => {
    await refuseFilled(client);
    const unpacked = createGunzip();
    // What fails here fails the reading of lines too, which reports it.
    pipeline(createReadStream(file), unpacked).catch(() => undefined);
    const reading = linesOf(unpacked);
    const head = parsed(await nextLine(reading));
    if (!isHead(head)) throw new CommandError(`${file} is no backup of this shop.`);
    const applied = await appliedMigrations(client);
    if (JSON.stringify(head.migrations) !== JSON.stringify(applied))
      throw new CommandError(`${file} is of another version of the shop: restore it with that version, then update.`);
    await client.query("set local session_replication_role = replica");
    const tables = await storedTables(client);
    await client.query(`truncate ${tables.map(({ table }) => table).join(", ")}`);
    const told = await putTables(client, reading, new Set(tables.map(({ table }) => table)));
    await setSequences(client);
    return told;
  });
}

async function putTables(
  client: pg.PoolClient,
  lines: AsyncIterator<string>,
  known: ReadonlySet<string>,
): Promise<Tail> {
  const told: Tail = { tables: 0, rows: 0 };
  for (;;) {
    const next = parsed(await nextLine(lines)) as TableHead | Tail;
    if (!("table" in next)) {
      if (next.rows !== told.rows || next.tables !== told.tables) throw cutOff();
      return told;
    }
    if (!known.has(next.table))
      throw new CommandError(`The backup has a table ${next.table}, which this shop has not.`);
    const copying = client.query(copyFrom(`copy ${next.table} (${next.columns.join(", ")}) from stdin`));
    // A copy that is broken off does not end: a file that ends early ends the rows, and fails afterwards.
    let failure: Error | undefined;
    const rows = rowsOf(lines, (error) => {
      failure = error;
    });
    await pipeline(Readable.from(rows), copying).catch((error: unknown) => {
      // PostgreSQL quotes the row that it refuses, which may be a customer's.
      failure ??=
        error instanceof pg.DatabaseError ? damaged(`the rows of ${next.table} cannot be read`) : asError(error);
    });
    if (failure !== undefined) throw failure;
    told.tables += 1;
    told.rows += copying.rowCount;
  }
}

async function* rowsOf(lines: AsyncIterator<string>, onError: (error: Error) => void): AsyncGenerator<string> {
  try {
    for (let line = await nextLine(lines); line !== END_OF_TABLE; line = await nextLine(lines)) yield `${line}\n`;
  } catch (error) {
    onError(asError(error));
  }
}

/** Lines by line feeds alone: a text may hold every other character that is said to end a line. */
async function* linesOf(stream: NodeJS.ReadableStream): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

async function nextLine(lines: AsyncIterator<string>): Promise<string> {
  const { value, done } = await lines.next().catch((error: unknown) => {
    const isPacking = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    throw isPacking ? damaged("it cannot be unpacked") : error;
  });
  if (done) throw cutOff();
  return value;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Whatever it is, the caller says that it is no backup.
    return null;
  }
}

function cutOff(): CommandError {
  return damaged("its end is missing");
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function damaged(how: string): CommandError {
  return new CommandError(`The backup is not whole: ${how}. Nothing was restored.`);
}

async function refuseFilled(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>(
    "select exists (select from customers) or exists (select from products) or exists (select from orders) as filled",
  );
  if (rows[0]?.filled)
    throw new CommandError("This database is in use: a backup is restored into an empty one (DEMO=0, a new DATA_DIR).");
}

async function withClient<T>(pool: pg.Pool, begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    await client.query(UNLIMITED);
    const result = await work(client);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    // Whatever was begun on this connection ends with it.
    client.release(true);
    throw error;
  }
}
