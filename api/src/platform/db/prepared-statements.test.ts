import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { openDb } from "./connection-pool.ts";

// Other test files of this worker have prepared statements, and their number is limited.
vi.hoisted(() => vi.resetModules());

const shop = await openTestShop();

/** Runs `work` with a single connection and a function that lists its prepared statements. */
async function withConnection(
  work: (db: ReturnType<typeof openDb>["db"], listPreparedStatements: () => Promise<string[]>) => Promise<void>,
) {
  const { db, pool } = openDb(shop.connection, () => undefined, 1);
  const listPreparedStatements = async () => {
    const { rows } = await pool.query<{ statement: string }>("select statement from pg_prepared_statements");
    return rows.map(({ statement }) => statement);
  };
  try {
    await work(db, listPreparedStatements);
  } finally {
    await pool.end();
  }
}

it("prepares a statement when it runs a second time, for reads and writes", async () => {
  await withConnection(async (db, listPreparedStatements) => {
    for (const code of ["USD", "EUR", "USD"]) {
      const { rows } = await sql<{ code: string }>`select code from currencies where code = ${code}`.execute(db);
      expect(rows).toEqual([{ code }]);
    }
    const write = (key: string) => sql`insert into settings (key, value) values (${key}, ${"1"}::jsonb)`.execute(db);
    await write("test.once");
    expect(await listPreparedStatements()).toEqual(["select code from currencies where code = $1"]);
    await write("test.again");
    expect(await listPreparedStatements()).toEqual([
      "select code from currencies where code = $1",
      "insert into settings (key, value) values ($1, $2::jsonb)",
    ]);
  });
});

it("returns correct results after the table of a prepared statement has changed", async () => {
  await withConnection(async (db) => {
    await sql`create table things (id integer, name text)`.execute(db);
    const selectThings = () => sql<{ id: number }>`select id from things where id > ${0}`.execute(db);
    for (let n = 0; n < 2; n++) expect((await selectThings()).rows).toEqual([]);
    await sql`alter table things add column more text`.execute(db);
    await sql`insert into things values (7, 'a', 'b')`.execute(db);
    expect((await selectThings()).rows).toEqual([{ id: 7 }]);
    await sql`drop table things`.execute(db);
  });
});

it("prepares no statement that begins with a comment", async () => {
  await withConnection(async (db, listPreparedStatements) => {
    for (let n = 0; n < 3; n++)
      await sql`/* not prepared */ select code from currencies where code = 'JPY'`.execute(db);
    expect(await listPreparedStatements()).toEqual([]);
  });
});
