import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { OWNER_ROLE, type Permission } from "../permissions.ts";

export type NewStaffNotification = {
  kind: string;
  subject_kind: string;
  subject_id: string;
  actor_id: number | null;
  params: Readonly<Record<string, string | number>>;
  created_at: Date;
};

/** Adds a notification for each active person of a list who has a permission. @returns the ids of these persons */
export async function insertNotifications(
  tx: Tx,
  notification: NewStaffNotification,
  { staffIds, permission }: { staffIds: readonly number[]; permission: Permission },
): Promise<number[]> {
  const rows = await tx
    .insertInto("staff_notifications")
    .columns(["staff_id", "kind", "subject_kind", "subject_id", "actor_id", "params", "created_at"])
    .expression((eb) =>
      eb
        .selectFrom("staff")
        .innerJoin("roles", "roles.id", "staff.role_id")
        .select(["staff.id"])
        .select((columns) => [
          columns.val(notification.kind).as("kind"),
          columns.val(notification.subject_kind).as("subject_kind"),
          columns.val(notification.subject_id).as("subject_id"),
          sql<number | null>`${notification.actor_id}::integer`.as("actor_id"),
          sql<string>`${JSON.stringify(notification.params)}::jsonb`.as("params"),
          sql<Date>`${notification.created_at}::timestamptz`.as("created_at"),
        ])
        .where("staff.id", "=", sql<number>`any(${staffIds}::integer[])`)
        .where("staff.status", "=", "active")
        .where((where) =>
          where.or([where("roles.key", "=", OWNER_ROLE), sql<boolean>`${permission} = any(roles.permissions)`]),
        ),
    )
    .returning("staff_id")
    .execute();
  return rows.map(({ staff_id }) => staff_id);
}

export type StaffNotificationRow = {
  id: number;
  kind: string;
  subject_kind: string;
  subject_id: string;
  actor_id: number | null;
  actor_name: string | null;
  params: Record<string, string | number>;
  created_at: Date;
  read_at: Date | null;
};

/** Lists notifications of a person of some kinds, newest first, those with ids below `before`. */
export async function listNotificationRows(
  db: Db,
  staffId: number,
  { kinds, before, limit }: { kinds: readonly string[]; before: number | undefined; limit: number },
): Promise<StaffNotificationRow[]> {
  return db
    .selectFrom("staff_notifications as n")
    .leftJoin("staff as actor", "actor.id", "n.actor_id")
    .select(["n.id", "n.kind", "n.subject_kind", "n.subject_id", "n.actor_id", "actor.name as actor_name"])
    .select((eb) => eb.ref("n.params").$castTo<StaffNotificationRow["params"]>().as("params"))
    .select(["n.created_at", "n.read_at"])
    .where("n.staff_id", "=", staffId)
    .where("n.kind", "=", sql<string>`any(${kinds}::text[])`)
    .$if(before !== undefined, (query) => query.where("n.id", "<", before ?? 0))
    .orderBy("n.id", "desc")
    .limit(limit)
    .execute();
}

/** Returns how many notifications of some kinds a person has not read. */
export async function countUnread(db: Db, staffId: number, kinds: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom("staff_notifications")
    .select((eb) => eb.cast<number>(eb.fn.countAll(), "integer").as("count"))
    .where("staff_id", "=", staffId)
    .where("read_at", "is", null)
    .where("kind", "=", sql<string>`any(${kinds}::text[])`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Marks notifications of a person as read: one, or all up to an id. @returns whether there were unread ones */
export async function markRead(
  db: Db,
  staffId: number,
  read: { id: number } | { up_to: number },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("staff_notifications")
    .set({ read_at: now })
    .where("staff_id", "=", staffId)
    .where("read_at", "is", null)
    .where((eb) => ("id" in read ? eb("id", "=", read.id) : eb("id", "<=", read.up_to)))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes notifications created before a moment, read or not. @returns how many */
export async function deleteOldNotifications(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from staff_notifications where id in (
      select id from staff_notifications where created_at < ${before} limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Returns the active staff who have a permission, by name. */
export async function listActiveStaff(db: Db, permission: Permission): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom("staff")
    .innerJoin("roles", "roles.id", "staff.role_id")
    .select(["staff.id", "staff.name"])
    .where("staff.status", "=", "active")
    .where((eb) => eb.or([eb("roles.key", "=", OWNER_ROLE), sql<boolean>`${permission} = any(roles.permissions)`]))
    .orderBy("staff.name")
    .orderBy("staff.id")
    .execute();
}
