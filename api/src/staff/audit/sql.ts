import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/** Which entries of the audit log are listed: those that match every filter. */
export type AuditFilter = Readonly<{
  actorKind: string | undefined;
  actorId: number | undefined;
  action: string | undefined;
  subjectKind: string | undefined;
  subjectId: string | undefined;
  requestId: string | undefined;
  /** The first moment of the period, and the first one after it. */
  from: Date | undefined;
  to: Date | undefined;
  /** Part of the reason, of the name of the actor, of the id of the record or of a value. */
  text: string | undefined;
}>;

/** The position of an entry in the list, after which the next page starts. */
export type AuditPosition = Readonly<{ at: Date; id: number }>;

/** Returns the condition that an audit entry, aliased as `entry`, matches a filter. */
function buildCondition(filter: AuditFilter): RawBuilder<SqlBool> {
  const { actorKind, actorId, action, subjectKind, subjectId, requestId, from, to, text } = filter;
  const conditions = [
    sql`true`,
    ...(actorKind === undefined ? [] : [sql`entry.actor_kind = ${actorKind}`]),
    ...(actorId === undefined ? [] : [sql`entry.actor_id = ${actorId}`]),
    ...(action === undefined ? [] : [sql`entry.action = ${action}`]),
    ...(subjectKind === undefined ? [] : [sql`entry.subject_kind = ${subjectKind}`]),
    ...(subjectId === undefined ? [] : [sql`entry.subject_id = ${subjectId}`]),
    ...(requestId === undefined ? [] : [sql`entry.request_id = ${requestId}`]),
    ...(from === undefined ? [] : [sql`entry.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`entry.at < ${to}`]),
    ...(text === undefined
      ? []
      : [
          sql`concat_ws(' ', entry.reason, entry.actor_label, entry.subject_id, entry.changes::text) ilike ${toPattern(text)}`,
        ]),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** Counts the audit entries that match a filter. */
export async function countAuditEntries(db: Db, filter: AuditFilter): Promise<number> {
  const { count } = await db
    .selectFrom("audit_entries as entry")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(buildCondition(filter))
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists audit entries, the newest first, with whether they can be undone or were. */
export async function listAuditEntries(
  db: Db,
  filter: AuditFilter,
  { after, limit }: { after: AuditPosition | undefined; limit: number },
) {
  let query = db
    .selectFrom("audit_entries as entry")
    .leftJoin("undo_records as undo", "undo.audit_entry_id", "entry.id")
    .leftJoin("staff", (join) => join.onRef("staff.id", "=", "entry.actor_id").on("entry.actor_kind", "=", "staff"))
    .selectAll("entry")
    .select(["undo.valid_until", "undo.used_at", "staff.name as actor_name"])
    .orderBy("entry.at", "desc")
    .orderBy("entry.id", "desc")
    .where(buildCondition(filter))
    .limit(limit);
  if (after) query = query.where(sql<SqlBool>`(entry.at, entry.id) < (${after.at}, ${after.id})`);
  return query.execute();
}

/** Returns who made an audit entry, when, and by which action; undefined if there is no such entry. */
export async function findEntry(db: Db, id: number) {
  const [entry] = await listEntriesById(db, [id]);
  return entry;
}

/** Lists the entries with these ids that exist. */
export async function listEntriesById(db: Db, ids: readonly number[]) {
  return db
    .selectFrom("audit_entries")
    .select(["id", "actor_kind", "actor_id", "action", "at"])
    .where("id", "in", [...ids])
    .execute();
}

/** More entries without a seal are not counted: a job seals them every hour. */
const MAX_COUNTED_ENTRIES = 10_000;

/** Returns the newest seal of the audit log, the number of entries without one, and the last verification. */
export async function getAuditChain(db: Db) {
  const seal = await db
    .selectFrom("audit_seals")
    .select(["last_entry_id", "created_at"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const { count } = await db
    .selectFrom((from) =>
      from
        .selectFrom("audit_entries")
        .select("id")
        .where("id", ">", seal?.last_entry_id ?? 0)
        .limit(MAX_COUNTED_ENTRIES)
        .as("unsealed"),
    )
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const verification = await db
    .selectFrom("audit_verifications")
    .select(["verified_at", "seals", "problems"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return { seal, entriesWithoutSeal: count, verification };
}

/** Returns a pattern of `like` for texts that contain `text`. */
function toPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
