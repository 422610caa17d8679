import { sql } from "kysely";
import { type Db, serverRun, type Tx } from "../db/database.ts";

/** More changes than this count as a change of everything. */
const MAX_CHANGES = 5000;

export type ChangedTags = {
  /** What the query saw (`pg_snapshot`). */
  snapshot: string;
  /** The run of the server in which the snapshot was taken (see `serverRun`). */
  server: string;
  /** The version of the reference data. */
  version: number;
  /** The distinct tags of the changes since the given snapshot; null if there are too many. */
  tags: string[] | null;
};

/**
 * Returns the tags of the changes that a snapshot did not see. Changes of transactions newer than the current snapshot
 * come from a restored dump of another database and are ignored.
 * @param since null to find none
 */
export async function findContentChanges(db: Db, since: string | null): Promise<ChangedTags> {
  const newer = sql`
    select c.tag from content_changes c
    where c.xid >= pg_snapshot_xmin(${since}::pg_snapshot) and c.xid < pg_snapshot_xmax(pg_current_snapshot())
      and not pg_visible_in_snapshot(c.xid, ${since}::pg_snapshot) limit ${sql.lit(MAX_CHANGES + 1)}`;
  const { rows } = await sql<{ snapshot: string; server: string; version: number; changes: number; tags: string[] }>`
    select pg_current_snapshot()::text as snapshot, ${serverRun} as server, (select version from reference_data_version) as version, n.*
    from (select count(*) as changes, coalesce(array_agg(distinct tag), '{}') as tags from (${newer}) newer) n`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error("the database returned no snapshot");
  const { changes, tags, ...state } = row;
  return { ...state, tags: changes > MAX_CHANGES ? null : tags };
}

/** @returns the number of deleted rows */
export async function deleteContentChanges(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from content_changes where id in (
      select id from content_changes where changed_at < ${before} order by id limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export type CdnPurge = {
  snapshot: string | null;
  server: string | null;
  version: number | null;
  read_at: Date | null;
};

/** Locks and returns up to which change a CDN was purged; undefined while another process purges. */
export async function lockCdnPurge(tx: Tx): Promise<CdnPurge | undefined> {
  return tx
    .selectFrom("cdn_purges")
    .select(["snapshot", "server", "version", "read_at"])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function storeCdnPurge(tx: Tx, purge: CdnPurge): Promise<void> {
  await tx.updateTable("cdn_purges").set(purge).execute();
}

/** Lets the next purge of a CDN be one of everything. */
export async function requestFullPurge(db: Db): Promise<void> {
  await db.updateTable("cdn_purges").set({ snapshot: null, server: null, version: null, read_at: null }).execute();
}
