import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Db } from "../../platform/db/database.ts";
import { verifySignedToken, createSignedToken } from "../../platform/crypto/signing.ts";
import { getPasswordHash } from "../passwords/sql.ts";
import { getPasswordFingerprint } from "../passwords/password-fingerprint.ts";

/** Time between the password and the second-factor code. */
const LIFETIME_MS = 10 * 60 * 1000;
const PURPOSE = "second_factor";

const payloadSchema = z.object({ customerId: z.int(), password: z.string(), remember: z.boolean(), ends: z.number() });

/** A customer whose password was verified, and whether the session is to be remembered. */
export type VerifiedPassword = { customerId: number; passwordHash: string; remember: boolean };

/**
 * Creates a signed token which proves that this customer's password was verified. It does not open a session by itself.
 */
export async function createChallenge(db: Db, verified: VerifiedPassword, now: Date): Promise<string> {
  const { customerId, passwordHash, remember } = verified;
  const payload = {
    customerId,
    password: getPasswordFingerprint(passwordHash),
    remember,
    ends: now.getTime() + LIFETIME_MS,
  };
  return createSignedToken(db, PURPOSE, JSON.stringify(payload));
}

/**
 * Returns the customer whose password was verified; null if the token is expired or invalid, or if the password has
 * changed since.
 */
export async function verifyChallenge(db: Db, challenge: string, now: Date): Promise<VerifiedPassword | null> {
  const signedPayload = await verifySignedToken(db, PURPOSE, challenge);
  if (signedPayload === null) return null;
  const { customerId, password, remember, ends } = payloadSchema.parse(JSON.parse(signedPayload));
  if (ends <= now.getTime()) return null;
  const passwordHash = await getPasswordHash(db, customerId);
  if (passwordHash === null) return null;
  const isSamePassword = timingSafeEqual(Buffer.from(getPasswordFingerprint(passwordHash)), Buffer.from(password));
  return isSamePassword ? { customerId, passwordHash, remember } : null;
}
