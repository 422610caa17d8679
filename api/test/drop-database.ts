import type pg from "pg";

/**
 * Drops a test database after closing connections that a failed test may have left open.
 *
 * `drop database … with (force)` fails with "permission denied to terminate process" while autovacuum works in the database,
 * because its processes belong to the superuser. Without `force` PostgreSQL stops autovacuum itself and waits up to five
 * seconds for the other connections to close.
 */
export async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user",
    [name],
  );
  await admin.query(`drop database ${name}`);
}
