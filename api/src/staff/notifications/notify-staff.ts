import type { AuditSubject } from "../../platform/audit/audit-log.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { publishStaffEvent } from "../events/staff-event.ts";
import type { Permission } from "../permissions.ts";
import { type NotificationKind, notificationKinds } from "./admin-schema.ts";
import { insertNotifications, listActiveStaff } from "./sql.ts";

type StaffNotice = Readonly<{
  /** Persons who are not active or lack the permission of the kind are left out, and so is the actor. */
  staffIds: readonly number[];
  kind: NotificationKind;
  /** The record that the notification links to. */
  subject: AuditSubject;
  /** The colleague who causes it; null: a command, a job or the store itself. */
  actorId: number | null;
  /** Numbers and keys of the message; never personal data of a customer. */
  params?: Readonly<Record<string, string | number>>;
  now: Date;
}>;

/** Notifies members of staff in the back office, when the transaction commits. */
export async function notifyStaff(
  tx: Tx,
  { staffIds, kind, subject, actorId, params = {}, now }: StaffNotice,
): Promise<void> {
  const recipientIds = [...new Set(staffIds)].filter((id) => id !== actorId);
  if (recipientIds.length === 0) return;
  const notification = {
    ...{ kind, subject_kind: subject.kind, subject_id: String(subject.id) },
    ...{ actor_id: actorId, params, created_at: now },
  };
  const permission = notificationKinds[kind];
  const notifiedIds = await insertNotifications(tx, notification, { staffIds: recipientIds, permission });
  for (const id of notifiedIds) await publishStaffEvent(tx, { kind: "notification", id: String(id), actor_id: null });
}

/** Returns the ids of all active staff who have a permission. */
export async function listStaffWithPermission(db: Db, permission: Permission): Promise<number[]> {
  return (await listActiveStaff(db, permission)).map(({ id }) => id);
}
