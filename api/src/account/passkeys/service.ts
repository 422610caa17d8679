import { randomBytes } from "node:crypto";
import { type Db, withTransaction } from "../../platform/db/database.ts";
import { getDeviceName } from "../../platform/http/device-name.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { getStoreName } from "../../platform/store-profile/store-name.ts";
import type { ClientInfo } from "../client-info.ts";
import { requireRecentAuthentication } from "../sessions/recent-authentication.ts";
import { refusals } from "../schema.ts";
import { CHALLENGE_LIFETIME_MS, consumeChallenge, createChallenge } from "./challenges.ts";
import { queuePasskeyEmail } from "./notifications.ts";
import { requireRelyingParty } from "./relying-party.ts";
import type { NewPasskeyRequest, Passkey, PasskeyCreationOptions } from "./schema.ts";
import { deletePasskey, insertPasskey, listPasskeyRows, type PasskeyRow, updatePasskeyName } from "./sql.ts";
import { loadWebAuthn } from "./web-authn.ts";

const MAX_PASSKEYS = 20;
/** Ed25519, ECDSA with P-256, and RSA with SHA-256: one of them is in every authenticator. */
const ALGORITHMS = [-8, -7, -257];

type SignedInCustomer = { id: number; email: string; name: string; sessionHash: Buffer };

export async function listPasskeys(db: Db, customerId: number): Promise<Passkey[]> {
  return (await listPasskeyRows(db, customerId)).map(serializePasskey);
}

/**
 * Creates the options with which an authenticator makes a passkey for a customer.
 * Refuses `recent_authentication_required`, `too_many_passkeys`, `passkeys_unavailable`, `account_required`
 */
export async function createPasskeyOptions(
  { db, config }: AppContext,
  customer: SignedInCustomer,
  { locale, now }: ClientInfo,
): Promise<PasskeyCreationOptions> {
  const { id } = requireRelyingParty(config);
  await withTransaction(db, (tx) => requireRecentAuthentication(tx, customer, now));
  const passkeys = await listPasskeyRows(db, customer.id);
  if (passkeys.length >= MAX_PASSKEYS) throw refuse(refusals, "too_many_passkeys");
  const userHandle = passkeys[0]?.userHandle ?? randomBytes(32);
  const challenge = await createChallenge(db, { customerId: customer.id, userHandle }, now);
  return {
    challenge,
    rp: { id, name: await getStoreName(db, locale) },
    user: { id: userHandle.toString("base64url"), name: customer.email, displayName: customer.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    timeout: CHALLENGE_LIFETIME_MS,
    attestation: "none",
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
      ...{ id: credentialId.toString("base64url"), type: "public-key" as const, transports },
    })),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "preferred" },
  };
}

/**
 * Adds a passkey that was made with `createPasskeyOptions` and notifies the customer by email.
 * Refuses `passkey_refused`, `passkey_expired`, `passkey_exists` and what `createPasskeyOptions` refuses
 */
export async function addPasskey(
  { db, config }: AppContext,
  customer: SignedInCustomer,
  { credential }: NewPasskeyRequest,
  clientInfo: ClientInfo,
): Promise<Passkey> {
  const { now, locale, userAgent } = clientInfo;
  const { id: expectedRPID, origin: expectedOrigin } = requireRelyingParty(config);
  const { challenge, userHandle } = await consumeChallenge(db, credential.response.clientDataJSON, customer.id, now);
  if (!userHandle) throw new Error("a challenge of a new passkey has a user handle");
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const result = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: challenge,
    ...{ expectedOrigin, expectedRPID, requireUserVerification: false, supportedAlgorithmIDs: ALGORITHMS },
  }).catch(() => null);
  if (!result?.verified) throw refuse(refusals, "passkey_refused", { securityLog: { customerId: customer.id } });
  const { credential: made, credentialBackedUp: isBackedUp } = result.registrationInfo;
  const name = getDeviceName(userAgent) || formatMessage(locale, "passkey_name");
  return withTransaction(db, async (tx) => {
    await requireRecentAuthentication(tx, customer, now);
    const passkeys = await listPasskeyRows(tx, customer.id);
    if (passkeys.length >= MAX_PASSKEYS) throw refuse(refusals, "too_many_passkeys");
    const id = await insertPasskey(tx, {
      ...{ customerId: customer.id, userHandle, name, isBackedUp, createdAt: now },
      credentialId: Buffer.from(made.id, "base64url"),
      publicKey: Buffer.from(made.publicKey),
      signCount: made.counter,
      transports: credential.response.transports,
    });
    if (id === null) throw refuse(refusals, "passkey_exists");
    await queuePasskeyEmail(tx, customer, { event: "added", name }, clientInfo);
    return serializePasskey({ id, name, createdAt: now, lastUsedAt: null, isBackedUp });
  });
}

/** Renames a passkey. Refuses `passkey_not_found`, also if it belongs to another customer. */
export async function renamePasskey(db: Db, customerId: number, id: number, name: string): Promise<void> {
  if (!(await updatePasskeyName(db, customerId, id, name))) throw refuse(refusals, "passkey_not_found");
}

/**
 * Removes a passkey and notifies the customer by email.
 * Refuses `passkey_not_found`, also if it belongs to another customer, and `recent_authentication_required`.
 */
export async function removePasskey(
  db: Db,
  customer: SignedInCustomer,
  id: number,
  clientInfo: ClientInfo,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    await requireRecentAuthentication(tx, customer, clientInfo.now);
    const name = await deletePasskey(tx, customer.id, id);
    if (name === null) throw refuse(refusals, "passkey_not_found");
    await queuePasskeyEmail(tx, customer, { event: "removed", name }, clientInfo);
  });
}

type ShownPasskey = Pick<PasskeyRow, "id" | "name" | "createdAt" | "lastUsedAt" | "isBackedUp">;

function serializePasskey({ id, name, createdAt, lastUsedAt, isBackedUp }: ShownPasskey): Passkey {
  return {
    ...{ id, name, is_backed_up: isBackedUp },
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
