import type pg from "pg";

/** A table with its columns, all names quoted for SQL and the table's with its schema. */
export type StoredTable = { table: string; columns: string[] };

/** Not in a backup: a store that is restored into has its own records of applied migrations. */
const migrationsTables = ["migrations", "gateway_migrations"];

/** Lists every table of the store, the sandbox gateway and the job queues, with its stored (not generated) columns. */
export async function listStoredTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `select format('%I.%I', n.nspname, c.relname) as table,
       array_agg(quote_ident(a.attname)::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and n.nspname in ('public', 'sandbox_gateway', 'pgboss') and c.relname <> all ($1)
     group by 1 order by 1`,
    [migrationsTables],
  );
  return rows;
}

/**
 * Creates a partition of the audit log that a backup has and this database does not.
 * @param table such as `public.audit_entries_2026_11`
 * @returns false if the table is no such partition
 */
export async function createAuditPartition(client: pg.ClientBase, table: string): Promise<boolean> {
  const [, year, month] = /^public\.audit_entries_(\d{4})_(\d{2})$/.exec(table) ?? [];
  if (year === undefined || month === undefined) return false;
  const day = `${year}-${month}-01`;
  await client.query("select create_audit_partitions($1, $1)", [day]);
  return true;
}

/** Lists the applied migrations of store and sandbox gateway, such as `migrations/0001_platform`. */
export async function listAppliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const names: string[] = [];
  for (const migrationsTable of migrationsTables) {
    const { rows } = await client.query<{ name: string }>(`select name from ${migrationsTable} order by name`);
    names.push(...rows.map(({ name }) => `${migrationsTable}/${name}`));
  }
  return names;
}

/** Sets every sequence to the highest existing id. */
export async function resetSequences(client: pg.ClientBase): Promise<void> {
  await client.query(`
    do $$
    declare one record; highest bigint;
    begin
      for one in
        select format('%I.%I', n.nspname, t.relname) as owner, quote_ident(a.attname) as attribute, s.oid::regclass as sequence
        from pg_class s
        join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') and d.refclassid = 'pg_class'::regclass
        join pg_class t on t.oid = d.refobjid
        join pg_namespace n on n.oid = t.relnamespace
        join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
        where s.relkind = 'S' and n.nspname in ('public', 'sandbox_gateway', 'pgboss')
      loop
        execute format('select max(%s) from %s', one.attribute, one.owner) into highest;
        perform setval(one.sequence, coalesce(highest, 1), highest is not null);
      end loop;
    end $$`);
}
