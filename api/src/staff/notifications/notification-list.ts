import type { Db } from "../../platform/db/database.ts";
import { publishStaffEvent } from "../events/staff-event.ts";
import type { Permission } from "../permissions.ts";
import { type NotificationKind, notificationKinds, type StaffNotificationPage } from "./admin-schema.ts";
import { countUnread, listNotificationRows, markRead, type StaffNotificationRow } from "./sql.ts";

type Reader = Readonly<{ staff: Readonly<{ id: number }>; permissions: ReadonlySet<Permission> }>;

/** Returns a page of a person's notifications, newest first. Those that need a permission they lost are left out. */
export async function getNotificationPage(
  db: Db,
  { staff, permissions }: Reader,
  { after, limit }: { after?: number | undefined; limit: number },
): Promise<StaffNotificationPage> {
  const kinds = getReadableKinds(permissions);
  const [rows, unread] = await Promise.all([
    // One more than the page, to know whether there is a next one.
    listNotificationRows(db, staff.id, { kinds, before: after, limit: limit + 1 }),
    countUnread(db, staff.id, kinds),
  ]);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: rows.slice(0, limit).map(serializeNotification), next: last ? String(last.id) : null, unread };
}

/** Returns how many notifications a person has not read. */
export async function countUnreadNotifications(db: Db, { staff, permissions }: Reader): Promise<number> {
  return countUnread(db, staff.id, getReadableKinds(permissions));
}

/** Marks one notification of a person, or all up to one, as read. @returns how many are still unread */
export async function readNotifications(
  db: Db,
  reader: Reader,
  read: { id: number } | { up_to: number },
  now: Date,
): Promise<number> {
  const { id } = reader.staff;
  if (await markRead(db, id, read, now))
    await publishStaffEvent(db, { kind: "notification", id: String(id), actor_id: id });
  return countUnreadNotifications(db, reader);
}

function getReadableKinds(permissions: ReadonlySet<Permission>): NotificationKind[] {
  const kinds = Object.keys(notificationKinds) as NotificationKind[];
  return kinds.filter((kind) => permissions.has(notificationKinds[kind]));
}

function serializeNotification(row: StaffNotificationRow): StaffNotificationPage["items"][number] {
  const { id, kind, subject_kind, subject_id, actor_id, actor_name, params, created_at, read_at } = row;
  return {
    id,
    kind: kind as NotificationKind,
    subject: { kind: subject_kind, id: subject_id },
    actor: actor_id !== null && actor_name !== null ? { id: actor_id, name: actor_name } : null,
    params,
    created_at: created_at.toISOString(),
    is_read: read_at !== null,
  };
}
