import { withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import { hashToken } from "../../platform/crypto/tokens.ts";
import type { ClientInfo } from "../client-info.ts";
import { verifyLoginCode } from "../email-sign-in/verify-login-code.ts";
import { consumeLoginCode } from "../email-sign-in/sql.ts";
import { markEmailVerified } from "../emails/sql.ts";
import { verifyCurrentPassword } from "../passwords/password-check.ts";
import { countAttempt, refundAttempt } from "../rate-limits.ts";
import { refusals } from "../schema.ts";
import { consumeCode, countCodeAttempt, refundCodeAttempt } from "../second-factor/code-check.ts";
import { findSecondFactorStatus } from "../second-factor/sql.ts";
import { recordReauthentication } from "../sessions/recent-authentication.ts";
import { lockCustomer } from "../sql.ts";
import type { ReauthenticationRequest } from "./schema.ts";

type SignedInCustomer = { id: number; email: string; sessionHash: Buffer };

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
