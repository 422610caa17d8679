import { type Db, withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { countAttempt, refundAttempt } from "../rate-limits.ts";
import { createChallenge } from "../second-factor/challenge.ts";
import { createDeviceToken, findKnownDevice } from "./device-token.ts";
import type { ClientInfo } from "../client-info.ts";
import { verifyPassword } from "../../platform/crypto/password-hashing.ts";
import { type LoginRequest, refusals, type Session } from "../schema.ts";
import { findCredentials } from "../passwords/sql.ts";
import { openVerifiedSession } from "./open-verified-session.ts";

/**
 * Signs a customer in. An unknown email and an account without a password take the same time and get the same response
 * as a wrong password. Refuses `login_failed`, `too_many_requests`; `second_factor_required` with the `challenge` that `signInWithCode` takes.
 */
export async function signIn(db: Db, form: LoginRequest, clientInfo: ClientInfo): Promise<Session> {
  const { ip, now } = clientInfo;
  await countAttempt(db, "login_per_ip_address", ip, now);
  const credentials = await findCredentials(db, form.email);
  const device = await findKnownDevice(db, form.device_token, credentials, now);
  const [limitName, subject] =
    device === null ? (["login_per_account", form.email] as const) : (["login_per_device", device] as const);
  await countAttempt(db, limitName, subject, now);
  const isPasswordCorrect = await verifyPassword(credentials?.passwordHash ?? null, form.password);
  if (!credentials?.passwordHash || !isPasswordCorrect) throw createLoginFailedRefusal(credentials?.id);
  const verified = { customerId: credentials.id, passwordHash: credentials.passwordHash, remember: form.remember };
  const refundAttempts = async () => {
    await refundAttempt(db, "login_per_ip_address", ip, now);
    await refundAttempt(db, limitName, subject, now);
  };
  if (credentials.hasSecondFactor) {
    await refundAttempts();
    const challenge = await createChallenge(db, verified, now);
    throw refuse(refusals, "second_factor_required", { data: { challenge } });
  }
  const session = await withTransaction(db, (tx) => openVerifiedSession(tx, verified, clientInfo));
  if (!session) throw createLoginFailedRefusal(credentials.id);
  await refundAttempts();
  return { ...session, device_token: await createDeviceToken(db, verified, now) };
}

function createLoginFailedRefusal(customerId: number | undefined) {
  return refuse(refusals, "login_failed", { securityLog: { customerId } });
}
