import { randomBytes } from "node:crypto";
import { z } from "zod";
import { hashToken } from "../../platform/crypto/tokens.ts";
import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { refusals } from "../schema.ts";
import { deleteChallenge, insertChallenge, type NewChallenge } from "./sql.ts";

/** How long a challenge waits for the authenticator. */
export const CHALLENGE_LIFETIME_MS = 10 * 60 * 1000;

const clientData = z.object({ challenge: z.string() });

/**
 * Creates a challenge of 256 random bits, in base64url. The database has its hash.
 * @param registration for whom a passkey is to be added; null for a sign-in
 */
export async function createChallenge(db: Db, registration: NewChallenge["registration"], now: Date): Promise<string> {
  const challenge = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFETIME_MS);
  await insertChallenge(db, { challengeHash: hashToken(challenge), registration, expiresAt });
  return challenge;
}

/**
 * Uses up the challenge that an authenticator has signed. It is used up whether or not the signature is valid.
 * @param clientDataJson what the browser reports about the ceremony, in base64url
 * @param customerId for whom a passkey is to be added; null for a sign-in
 * @returns the challenge, and the user handle of the passkey to be added.
 * Refuses `passkey_expired`: unknown, used, expired, or created for another customer or purpose
 */
export async function consumeChallenge(
  db: Db,
  clientDataJson: string,
  customerId: number | null,
  now: Date,
): Promise<{ challenge: string; userHandle: Buffer | null }> {
  const challenge = readChallenge(clientDataJson);
  const stored = challenge === null ? null : await deleteChallenge(db, hashToken(challenge));
  if (challenge === null || stored?.customerId !== customerId || stored.expiresAt <= now)
    throw refuse(refusals, "passkey_expired");
  return { challenge, userHandle: stored.userHandle };
}

function readChallenge(clientDataJson: string): string | null {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJson, "base64url").toString())).challenge;
  } catch {
    // Not from a browser: no challenge can be found.
    return null;
  }
}
