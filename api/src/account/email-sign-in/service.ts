import { type Tx, withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import { hashToken } from "../../platform/crypto/tokens.ts";
import type { ClientInfo } from "../client-info.ts";
import { markEmailVerified } from "../emails/sql.ts";
import { type Credentials, findCredentials } from "../passwords/sql.ts";
import { countAttempt, isWithinLimit, refundAttempt } from "../rate-limits.ts";
import { refusals, type Session } from "../schema.ts";
import { createChallenge } from "../second-factor/challenge.ts";
import { createDeviceToken } from "../sessions/device-token.ts";
import { openVerifiedSession } from "../sessions/open-verified-session.ts";
import { changeCheckoutEmail, createCheckoutCustomer, hasAccount } from "./checkout-customers.ts";
import { requestLoginCode } from "./code-request.ts";
import type { EmailCodeRequest, EmailStep } from "./schema.ts";
import { consumeLoginCode } from "./sql.ts";
import { revokeUnprovenAccess } from "./unproven-access.ts";
import { verifyLoginCode } from "./verify-login-code.ts";

type SignedIn = { id: number } | null;

/**
 * Begins a checkout with an email: an unknown one goes on to the address with a session of its own, any other one gets a
 * code. Beyond the limits of lookups every email gets a code. Refuses `too_many_requests` for codes.
 * @param current the customer of the request, whose checkout continues if they have no account
 */
export async function beginWithEmail(
  app: AppContext,
  email: string,
  current: SignedIn,
  clientInfo: ClientInfo,
): Promise<EmailStep> {
  const { db } = app;
  const isLookupAllowed = await countLookup(app, email, clientInfo);
  if (!isLookupAllowed || (await hasAccount(db, email)))
    return { step: "code", session: null, code_token: await requestLoginCode(app, email, clientInfo) };
  const session = await withTransaction(db, (tx) =>
    openCheckoutSession(tx, { email, verifiedAt: null }, current, clientInfo),
  );
  return { step: "address", session, code_token: null };
}

async function countLookup({ db }: AppContext, email: string, { ip, now }: ClientInfo): Promise<boolean> {
  const limits = [
    await isWithinLimit(db, "email_lookup_per_ip_address", ip, now),
    await isWithinLimit(db, "email_lookup_per_network", ip, now),
    await isWithinLimit(db, "email_lookup_per_email", email, now),
  ];
  return limits.every(Boolean);
}

/**
 * Signs a customer in with the code of an email, which proves that the email is theirs. Without an account, a checkout
 * with the proved email begins. Refuses `wrong_email_code`, `email_code_expired` (also used, unknown, or without
 * attempts left), `too_many_requests`; `second_factor_required` as `signIn` does.
 */
export async function signInWithEmailCode(
  app: AppContext,
  form: EmailCodeRequest,
  current: SignedIn,
  clientInfo: ClientInfo,
): Promise<Session> {
  const { db } = app;
  const { ip, now } = clientInfo;
  await countAttempt(db, "email_code_attempts_per_ip_address", ip, now);
  const tokenHash = hashToken(form.code_token);
  const email = await verifyLoginCode(app, tokenHash, form.code, now);
  const credentials = await findCredentials(db, email);
  const outcome = await withTransaction(db, async (tx) => {
    if (!(await consumeLoginCode(tx, tokenHash, email, now))) throw refuse(refusals, "email_code_expired");
    if (!credentials) return openCheckoutSession(tx, { email, verifiedAt: now }, current, clientInfo);
    return openAccountSession(tx, credentials, email, form.remember, clientInfo);
  });
  await refundAttempt(db, "email_code_attempts_per_ip_address", ip, now);
  if (outcome === "second_factor_required") {
    const { id: customerId, passwordHash } = credentials ?? {};
    if (!customerId || !passwordHash) throw new Error("a second factor needs a password");
    const challenge = await createChallenge(db, { customerId, passwordHash, remember: form.remember }, now);
    throw refuse(refusals, "second_factor_required", { data: { challenge } });
  }
  return outcome;
}

async function openAccountSession(
  tx: Tx,
  { id, hasSecondFactor, passwordHash }: Credentials,
  email: string,
  remember: boolean,
  clientInfo: ClientInfo,
): Promise<Session | "second_factor_required"> {
  const isFirstProof = await revokeUnprovenAccess(tx, id);
  if (hasSecondFactor && !isFirstProof) return "second_factor_required";
  await markEmailVerified(tx, id, clientInfo.now, email);
  const verified = { customerId: id, passwordHash: isFirstProof ? null : passwordHash, remember };
  const session = await openVerifiedSession(tx, verified, clientInfo);
  // The password was changed at the same moment.
  if (!session) throw refuse(refusals, "email_code_expired");
  return { ...session, device_token: await createDeviceToken(tx, verified, clientInfo.now) };
}

/** Opens the session of a checkout without an account; the current one goes on if there is one. */
async function openCheckoutSession(
  tx: Tx,
  { email, verifiedAt }: { email: string; verifiedAt: Date | null },
  current: SignedIn,
  clientInfo: ClientInfo,
): Promise<Session> {
  const { locale, now } = clientInfo;
  const customerId =
    current && (await changeCheckoutEmail(tx, current.id, email, verifiedAt))
      ? current.id
      : await createCheckoutCustomer(tx, { email, locale, verifiedAt, now });
  const verified = { customerId, passwordHash: null, remember: false };
  const session = await openVerifiedSession(tx, verified, clientInfo);
  if (!session) throw new Error("the customer of a checkout has no password");
  return { ...session, device_token: await createDeviceToken(tx, verified, now) };
}
