import { type Db, withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import { hashPassword } from "../../platform/crypto/password-hashing.ts";
import type { ClientInfo } from "../client-info.ts";
import { listPasskeys } from "../passkeys/service.ts";
import { queuePasswordChangedEmail } from "../passwords/notifications.ts";
import { refuseWeakPassword } from "../passwords/password-policy.ts";
import { deletePasswordResets, getPasswordHash, setFirstPassword } from "../passwords/sql.ts";
import { refusals } from "../schema.ts";
import { findSecondFactorStatus } from "../second-factor/sql.ts";
import { isRecentlyAuthenticated, requireRecentAuthentication } from "../sessions/recent-authentication.ts";
import { deleteSessions } from "../sessions/sql.ts";
import type { SignInMethods } from "./schema.ts";

type SignedInCustomer = { id: number; email: string; name: string; sessionHash: Buffer };

export async function getSignInMethods(db: Db, customer: SignedInCustomer, now: Date): Promise<SignInMethods> {
  return {
    passkeys: await listPasskeys(db, customer.id),
    has_password: Boolean(await getPasswordHash(db, customer.id)),
    second_factor: (await findSecondFactorStatus(db, customer.id)) !== null,
    is_recent: await isRecentlyAuthenticated(db, customer, now),
  };
}

/**
 * Sets the password of a customer who has none. Their other sessions end, and their reset links are deleted.
 * Refuses `password_exists`, `weak_password`, `recent_authentication_required`, `account_required`
 */
export async function createPassword(
  { db, config }: AppContext,
  customer: SignedInCustomer,
  password: string,
  clientInfo: ClientInfo,
): Promise<void> {
  await refuseWeakPassword({ db, config }, password, customer);
  const passwordHash = await hashPassword(password);
  await withTransaction(db, async (tx) => {
    await requireRecentAuthentication(tx, customer, clientInfo.now);
    if (!(await setFirstPassword(tx, customer.id, passwordHash))) throw refuse(refusals, "password_exists");
    await deletePasswordResets(tx, customer.id);
    await deleteSessions(tx, customer.id, customer.sessionHash);
    await queuePasswordChangedEmail(tx, customer, clientInfo);
  });
}
