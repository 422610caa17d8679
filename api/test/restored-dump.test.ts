import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestShop } from "./harness.ts";

const shop = await openTestShop();

it("evaluates generated columns, checks and indexes without a search path, as pg_restore does", async () => {
  const failures = await shop.db.transaction().execute(async (tx) => {
    await sql`set local search_path = ''`.execute(tx);
    const { rows } = await sql<{ table: string; expressions: string }>`
      with relations as (
        select c.oid, format('%I.%I', n.nspname, c.relname) as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p'))
      select r.name as table, e.expressions from relations r, lateral (
        select pg_get_expr(d.adbin, d.adrelid) as expressions from pg_attrdef d
          join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
          where d.adrelid = r.oid and a.attgenerated <> ''
        union all
        select pg_get_expr(k.conbin, k.conrelid) from pg_constraint k
          where k.conrelid = r.oid and k.contype = 'c'
        union all
        select pg_get_expr(i.indexprs, i.indrelid) from pg_index i where i.indrelid = r.oid
        union all
        select pg_get_expr(i.indpred, i.indrelid) from pg_index i where i.indrelid = r.oid
      ) e where e.expressions is not null`.execute(tx);
    expect(rows.length).toBeGreaterThan(300);
    const messages: string[] = [];
    for (const { table, expressions } of rows) {
      await sql`savepoint before_expression`.execute(tx);
      try {
        // The planner inlines the bodies of SQL functions, in which it must find every name.
        await sql`select ${sql.raw(expressions)} from ${sql.raw(table)} limit 0`.execute(tx);
      } catch (error) {
        messages.push(`${table}: ${String(error)}`);
        await sql`rollback to savepoint before_expression`.execute(tx);
      }
    }
    return messages;
  });
  expect(failures).toEqual([]);
});
