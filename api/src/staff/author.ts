import type { Db } from "../platform/db/database.ts";
import { findActiveAuthor } from "./actor-sql.ts";
import type { ActionCaller } from "./execute-admin-action.ts";
import { getRolePermissions } from "./permissions.ts";

/**
 * Returns a member of staff as the caller of actions that are executed for them in the background: with the permissions
 * that they have now, and without a recent code of their authenticator. Null if their account is not active.
 */
export async function getAuthorAsCaller(db: Db, staffId: number): Promise<ActionCaller | null> {
  const author = await findActiveAuthor(db, staffId);
  if (!author) return null;
  const { email, locale, role_key: key, permissions } = author;
  return {
    actor: { kind: "staff", id: staffId, label: email, sessionId: null, ipAddress: null },
    permissions: getRolePermissions({ key, permissions }),
    ...{ stepUpUntil: null, locale, requestId: null, isPreview: false, idempotencyKey: null },
  };
}
