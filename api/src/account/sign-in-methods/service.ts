import { type Db, withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import { hashPassword } from "../../platform/crypto/password-hashing.ts";
import { hashToken } from "../../platform/crypto/tokens.ts";
import type { ClientInfo } from "../client-info.ts";
import { verifyLoginCode } from "../email-sign-in/service.ts";
import { consumeLoginCode } from "../email-sign-in/sql.ts";
import { markEmailVerified } from "../emails/sql.ts";
import { listPasskeys } from "../passkeys/service.ts";
import { queuePasswordChangedEmail } from "../passwords/notifications.ts";
import { verifyCurrentPassword } from "../passwords/password-check.ts";
import { refuseWeakPassword } from "../passwords/password-policy.ts";
import { getPasswordHash, setFirstPassword } from "../passwords/sql.ts";
import { countAttempt, refundAttempt } from "../rate-limits.ts";
import { refusals } from "../schema.ts";
import { consumeCode, countCodeAttempt, refundCodeAttempt } from "../second-factor/code-check.ts";
import { findSecondFactorStatus } from "../second-factor/sql.ts";
import {
  isRecentlyAuthenticated,
  recordReauthentication,
  requireRecentAuthentication,
} from "../sessions/recent-authentication.ts";
import { deleteSessions } from "../sessions/sql.ts";
import { lockCustomer } from "../sql.ts";
import type { ReauthenticationRequest, SignInMethods } from "./schema.ts";

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
 * Lets the customer of a session change how they sign in for ten minutes, after the current password or a code by email,
 * and the second factor if it is enabled. A code by email also proves the email.
 * Refuses `wrong_password`, `wrong_email_code`, `email_code_expired`, `wrong_code`, `too_many_requests`
 */
export async function reauthenticate(
  app: AppContext,
  customer: SignedInCustomer,
  form: ReauthenticationRequest,
  { ip, now }: ClientInfo,
): Promise<void> {
  const { db } = app;
  const tokenHash = form.current_password === "" ? hashToken(form.code_token) : null;
  if (tokenHash) await verifyOwnCode(app, customer, { tokenHash, code: form.email_code }, { ip, now });
  else await verifyCurrentPassword(db, customer.id, form.current_password, now);
  const hasSecondFactor = (await findSecondFactorStatus(db, customer.id)) !== null;
  if (hasSecondFactor) await countCodeAttempt(db, customer.id, now);
  await withTransaction(db, async (tx) => {
    await lockCustomer(tx, customer.id);
    if (hasSecondFactor) await consumeCode(tx, app, customer.id, form.code, now);
    if (tokenHash) {
      if (!(await consumeLoginCode(tx, tokenHash, customer.email, now))) throw refuse(refusals, "email_code_expired");
      await markEmailVerified(tx, customer.id, now, customer.email);
    }
    await recordReauthentication(tx, customer.sessionHash, now);
  });
  if (hasSecondFactor) await refundCodeAttempt(db, customer.id, now);
}

async function verifyOwnCode(
  app: AppContext,
  { email }: SignedInCustomer,
  { tokenHash, code }: { tokenHash: Buffer; code: string },
  { ip, now }: Pick<ClientInfo, "ip" | "now">,
): Promise<void> {
  await countAttempt(app.db, "email_code_attempts_per_ip_address", ip, now);
  if ((await verifyLoginCode(app, tokenHash, code, now)) !== email) throw refuse(refusals, "wrong_email_code");
  await refundAttempt(app.db, "email_code_attempts_per_ip_address", ip, now);
}

/**
 * Sets the password of a customer who has none. Their other sessions end.
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
    await deleteSessions(tx, customer.id, customer.sessionHash);
    await queuePasswordChangedEmail(tx, customer, clientInfo);
  });
}
