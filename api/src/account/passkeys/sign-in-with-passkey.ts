import { type Tx, withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { ClientInfo } from "../client-info.ts";
import { countAttempt, refundAttempt } from "../rate-limits.ts";
import { refusals, type Session } from "../schema.ts";
import { createChallenge as createSecondFactorChallenge } from "../second-factor/challenge.ts";
import { createDeviceToken } from "../sessions/device-token.ts";
import { openVerifiedSession } from "../sessions/open-verified-session.ts";
import { CHALLENGE_LIFETIME_MS, consumeChallenge, createChallenge } from "./challenges.ts";
import { requireRelyingParty, type RelyingParty } from "./relying-party.ts";
import type { PasskeyRequestOptions, PasskeySignInRequest, UsedCredential } from "./schema.ts";
import { lockPasskey, recordPasskeyUse, type SignInPasskey } from "./sql.ts";
import { loadWebAuthn } from "./web-authn.ts";

/** Creates the options of a sign-in with any passkey of the store. Refuses `passkeys_unavailable`, `too_many_requests`. */
export async function createSignInOptions(
  { db, config }: AppContext,
  { ip, now }: ClientInfo,
): Promise<PasskeyRequestOptions> {
  const { id: rpId } = requireRelyingParty(config);
  await countAttempt(db, "passkey_challenges_per_ip_address", ip, now);
  const challenge = await createChallenge(db, null, now);
  return { challenge, rpId, timeout: CHALLENGE_LIFETIME_MS, userVerification: "preferred" };
}

/**
 * Signs a customer in with a passkey. If the authenticator has verified its user (by fingerprint, face or PIN), the
 * passkey counts as two factors; otherwise the second factor is asked for as after a password.
 * Refuses `passkey_refused` (unknown, removed, or a signature that is not valid for this store), `passkey_expired`,
 * `passkeys_unavailable`, `too_many_requests`; `second_factor_required` as `signIn` does.
 */
export async function signInWithPasskey(
  app: AppContext,
  { credential, remember }: PasskeySignInRequest,
  clientInfo: ClientInfo,
): Promise<Session> {
  const { db, config } = app;
  const { ip, now } = clientInfo;
  const relyingParty = requireRelyingParty(config);
  await countAttempt(db, "passkey_attempts_per_ip_address", ip, now);
  const { challenge } = await consumeChallenge(db, credential.response.clientDataJSON, null, now);
  const outcome = await withTransaction(db, async (tx) => {
    const passkey = await lockPasskey(tx, Buffer.from(credential.id, "base64url"));
    if (!passkey) throw refuse(refusals, "passkey_refused");
    const isUserVerified = await verifyPasskey(tx, passkey, { credential, challenge, relyingParty, now });
    const { customerId, passwordHash } = passkey;
    const verified = { customerId, passwordHash, remember };
    if (passkey.hasSecondFactor && !isUserVerified) return { verified, session: null };
    const session = await openVerifiedSession(tx, verified, clientInfo);
    if (!session) throw refuse(refusals, "passkey_refused", { securityLog: { customerId } });
    return { session: { ...session, device_token: await createDeviceToken(tx, verified, now) } };
  });
  await refundAttempt(db, "passkey_attempts_per_ip_address", ip, now);
  if (outcome.session) return outcome.session;
  const { passwordHash } = outcome.verified;
  if (passwordHash === null) throw new Error("a second factor needs a password");
  const secondFactorChallenge = await createSecondFactorChallenge(db, { ...outcome.verified, passwordHash }, now);
  throw refuse(refusals, "second_factor_required", { data: { challenge: secondFactorChallenge } });
}

type SignedChallenge = { credential: UsedCredential; challenge: string; relyingParty: RelyingParty; now: Date };

/**
 * Verifies the signature of an authenticator and records it.
 * @returns whether the authenticator has verified its user.
 * Refuses `passkey_refused`, also if its counter has not increased: the passkey may have been copied
 */
async function verifyPasskey(
  tx: Tx,
  passkey: SignInPasskey,
  { credential, challenge, relyingParty, now }: SignedChallenge,
): Promise<boolean> {
  const refusal = refuse(refusals, "passkey_refused", { securityLog: { customerId: passkey.customerId } });
  if (credential.response.userHandle !== passkey.userHandle.toString("base64url")) throw refusal;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const result = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: false,
    credential: { id: credential.id, publicKey: Uint8Array.from(passkey.publicKey), counter: passkey.signCount },
  }).catch(() => null);
  if (!result?.verified) throw refusal;
  const { newCounter, credentialBackedUp, userVerified } = result.authenticationInfo;
  await recordPasskeyUse(tx, passkey.id, { signCount: newCounter, isBackedUp: credentialBackedUp, usedAt: now });
  return userVerified;
}
