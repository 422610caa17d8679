import type { Db } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { defaultLocale } from "../platform/i18n/locale.ts";
import { inviteStaffMember } from "./admin-actions.ts";
import { hasOpenInvitation } from "./invitation-sql.ts";
import { executeAdminAction } from "./execute-admin-action.ts";
import { OWNER_ROLE, permissions } from "./permissions.ts";

/** Returns whether anyone can manage staff. */
export async function hasActiveOwner(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom("staff")
    .innerJoin("roles", "roles.id", "staff.role_id")
    .select("staff.id")
    .where("roles.key", "=", OWNER_ROLE)
    .where("staff.status", "=", "active")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Invites the first owner, also by email, unless an invitation of this address is open: each start of a process would
 * end the one before.
 * @returns the link, which is valid for 72 hours; null if the person is invited already
 * @throws Refusal `staff_exists` if the address is that of a member of staff with another role
 */
export async function inviteFirstOwner(app: AppContext, email: string): Promise<string | null> {
  if (await hasOpenInvitation(app.db, email, app.clock.now())) return null;
  const actor = { kind: "command", id: null, label: "OWNER_EMAIL", sessionId: null, ipAddress: null } as const;
  const { result } = await executeAdminAction(app, inviteStaffMember, {
    actor,
    ...{ permissions: new Set(permissions), stepUpUntil: null, locale: defaultLocale, requestId: null },
    ...{ isPreview: false, idempotencyKey: null, params: {}, input: { email, role_key: OWNER_ROLE } },
  });
  return result.url;
}
