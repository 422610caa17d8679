import type { Db } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { defaultLocale } from "../platform/i18n/locale.ts";
import { inviteStaffMember } from "./admin-actions.ts";
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
 * Invites the first owner, also by email. An earlier invitation of the same address ends.
 * @returns the link, which is valid for 72 hours
 */
export async function inviteFirstOwner(app: AppContext, email: string): Promise<string> {
  const actor = { kind: "command", id: null, label: "OWNER_EMAIL", sessionId: null, ipAddress: null } as const;
  const { result } = await executeAdminAction(app, inviteStaffMember, {
    actor,
    ...{ permissions: new Set(permissions), stepUpUntil: null, locale: defaultLocale, requestId: null },
    ...{ isPreview: false, idempotencyKey: null, params: {}, input: { email, role_key: OWNER_ROLE } },
  });
  return result.url;
}
