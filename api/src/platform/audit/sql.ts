import { type Insertable, type Selectable, sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";
import type { AuditEntries, AuditSeals } from "../db/tables.generated.ts";

/** @returns the ids of the entries, in their order */
export async function insertAuditEntries(tx: Tx, entries: readonly Insertable<AuditEntries>[]): Promise<number[]> {
  if (entries.length === 0) return [];
  const rows = await tx.insertInto("audit_entries").values(entries).returning("id").execute();
  // The ids are given in the order of the values.
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

export type StoredEntry = Omit<Selectable<AuditEntries>, "changes"> & { changes: string };

/** Lists the entries with ids from `after` (exclusive) to `last`, in order of their ids; `changes` as JSON text. */
export async function listEntriesForSeal(
  db: Db,
  { after, last, limit }: { after: number; last: number; limit: number },
): Promise<StoredEntry[]> {
  return db
    .selectFrom("audit_entries")
    .select(["id", "at", "actor_kind", "actor_id", "actor_label", "session_id", "ip", "action", "subject_kind"])
    .select(["subject_id", "reason", "request_id", "task_id", "approval_id", "undo_of"])
    .select(sql<string>`changes::text`.as("changes"))
    .where("id", ">", after)
    .where("id", "<=", last)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Returns the highest id of the committed entries; 0 without entries. */
export async function getLastEntryId(db: Db): Promise<number> {
  const row = await db.selectFrom("audit_entries").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

/**
 * Lists the open transactions that write audit entries, as virtual transaction ids. A transaction locks the table before
 * it gets the id of its first entry, and until it ends.
 */
export async function listWritingTransactions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct virtualtransaction as id from pg_locks
    where locktype = 'relation' and relation = 'audit_entries'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks the seals until the end of the transaction, so that only one process adds one. */
export async function lockSeals(tx: Tx): Promise<void> {
  await sql`lock table audit_seals in exclusive mode`.execute(tx);
}

export type Seal = Omit<Selectable<AuditSeals>, "id">;

export async function getLastSeal(db: Db): Promise<Seal | undefined> {
  return db.selectFrom("audit_seals").selectAll().orderBy("id", "desc").limit(1).executeTakeFirst();
}

export async function insertSeal(tx: Tx, seal: Seal): Promise<void> {
  await tx.insertInto("audit_seals").values(seal).execute();
}

export async function listSeals(db: Db): Promise<(Seal & { id: number })[]> {
  return db.selectFrom("audit_seals").selectAll().orderBy("id").execute();
}

export async function insertVerification(
  db: Db,
  { verifiedAt, seals, problems }: { verifiedAt: Date; seals: number; problems: readonly object[] },
): Promise<void> {
  await db
    .insertInto("audit_verifications")
    .values({ verified_at: verifiedAt, seals, problems: JSON.stringify(problems) })
    .execute();
}

/** Creates the missing partitions for the months of two dates and all months between them. */
export async function createPartitions(db: Db, first: Date, last: Date): Promise<void> {
  await sql`select create_audit_partitions((${first}::timestamptz at time zone 'UTC')::date,
    (${last}::timestamptz at time zone 'UTC')::date)`.execute(db);
}

/** Lists the months that have a partition, such as `2026-11`, the oldest first. */
export async function listPartitionMonths(db: Db): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select replace(right(c.relname, 7), '_', '-') as month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'audit_entries'::regclass order by 1`.execute(db);
  return rows.map(({ month }) => month);
}

/** Deletes the entries of a month. It waits for the open transactions that read or write the log. */
export async function dropPartition(tx: Tx, month: string): Promise<void> {
  await sql`set local lock_timeout = '5s'`.execute(tx);
  await sql`drop table ${sql.id(`audit_entries_${month.replace("-", "_")}`)}`.execute(tx);
}

/** Returns the last month whose entries were deleted, by the entries that record it; null if none was. */
export async function getLastDeletedMonth(db: Db, action: string): Promise<string | null> {
  const { month } = await db
    .selectFrom("audit_entries")
    .select(({ fn }) => fn.max("subject_id").as("month"))
    .where("action", "=", action)
    .executeTakeFirstOrThrow();
  return month;
}

/**
 * Returns who changed a field of a record last, and when: the name of a member of staff, or the label of another actor.
 * Undefined if the log has no such entry.
 */
export async function findLastFieldChange(
  db: Db,
  subject: { kind: string; id: string },
  field: string,
): Promise<{ actor_name: string; at: Date } | undefined> {
  return db
    .selectFrom("audit_entries as entry")
    .leftJoin("staff", (join) => join.onRef("staff.id", "=", "entry.actor_id").on("entry.actor_kind", "=", "staff"))
    .select(["entry.at", sql<string>`coalesce(nullif(staff.name, ''), entry.actor_label)`.as("actor_name")])
    .where("entry.subject_kind", "=", subject.kind)
    .where("entry.subject_id", "=", subject.id)
    .where(sql<boolean>`entry.changes @> ${JSON.stringify([{ field }])}::jsonb`)
    .orderBy("entry.at", "desc")
    .orderBy("entry.id", "desc")
    .limit(1)
    .executeTakeFirst();
}
