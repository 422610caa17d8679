import { sql } from "kysely";
import type { Role } from "../platform/config.ts";
import type { Db } from "../platform/db/database.ts";

/** The database as PostgreSQL describes it. */
export type DatabaseRow = {
  version: string;
  sizeBytes: number;
  migration: string;
  migrations: number;
  replicas: { name: string; lag_seconds: number | null }[];
};

/** Reads version, size, migrations and replicas of the database. The delay of replicas needs the role pg_monitor. */
export async function readDatabase(db: Db): Promise<DatabaseRow> {
  const { rows } = await sql<DatabaseRow>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as "sizeBytes",
      (select max(name) from migrations) as migration, (select count(*) from migrations) as migrations,
      coalesce((select json_agg(json_build_object('name', application_name,
          'lag_seconds', extract(epoch from replay_lag)) order by application_name)
        from pg_stat_replication), '[]') as replicas`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the database does not describe itself");
  return row;
}

export type ProcessRow = {
  id: string;
  role: Role;
  build: string;
  host: string;
  pid: number;
  startedAt: Date;
  lastSeenAt: Date;
  /** How long ago it was last seen, by the clock of the database. */
  ageSeconds: number;
  /** By how much its clock was ahead of that of the database; null if it is not known. */
  clockDifferenceSeconds: number | null;
};

/** Lists the processes that run, or have run in the last hour and died. */
export async function listProcesses(db: Db): Promise<ProcessRow[]> {
  return db
    .selectFrom("processes")
    .select(["id", "build", "host", "pid", "started_at as startedAt", "last_seen_at as lastSeenAt"])
    .select("clock_difference_seconds as clockDifferenceSeconds")
    .select(sql<Role>`role`.as("role"))
    .select(sql<number>`extract(epoch from now() - last_seen_at)::float8`.as("ageSeconds"))
    .orderBy("role")
    .orderBy("started_at")
    .execute();
}

export type PaymentRow = { lastReconciledAt: Date | null; unprocessed: number; oldestEventAt: Date | null };

/** Reads when payments were last reconciled, and the notifications of providers that are not processed. */
export async function readPayments(db: Db): Promise<PaymentRow> {
  const { rows } = await sql<PaymentRow>`
    select (select max(completed_on) from pgboss.job where name = 'payments.reconcile' and state = 'completed')
        as "lastReconciledAt",
      count(*) as unprocessed, min(received_at) as "oldestEventAt"
    from webhook_events where processed_at is null`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("webhook events cannot be counted");
  return row;
}

/** Returns when the oldest unsent email was queued; null if there is none. */
export async function findOldestUnsentEmail(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom("emails")
    .select((eb) => eb.fn.min("queued_at").as("oldest"))
    .where("sent_at", "is", null)
    .executeTakeFirst();
  return row?.oldest ?? null;
}
