import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Db } from "../../platform/db/database.ts";
import { verifySignedToken, createSignedToken } from "../../platform/crypto/signing.ts";
import { getPasswordFingerprint } from "../passwords/password-fingerprint.ts";

const LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;
const PURPOSE = "signed_in_device";

const payloadSchema = z.object({ customerId: z.int(), password: z.string(), device: z.string(), expires: z.number() });

type VerifiedSignIn = { customerId: number; passwordHash: string | null };

/**
 * Creates a token for a device on which a customer has just signed in. Later sign-ins with it have a limit of their own, so that
 * wrong passwords sent from elsewhere do not lock the customer out of this device (docs/security.md, Lockout). It opens
 * nothing by itself and ends with the password.
 */
export async function createDeviceToken(
  db: Db,
  { customerId, passwordHash }: VerifiedSignIn,
  now: Date,
): Promise<string> {
  const device = randomBytes(16).toString("base64url");
  const expires = now.getTime() + LIFETIME_MS;
  return createSignedToken(
    db,
    PURPOSE,
    JSON.stringify({ customerId, password: getPasswordFingerprint(passwordHash ?? ""), device, expires }),
  );
}

/** Returns the id of a device on which this customer has signed in before, with the password they have now; null otherwise. */
export async function findKnownDevice(
  db: Db,
  token: string,
  customer: { id: number; passwordHash: string | null } | null,
  now: Date,
): Promise<string | null> {
  if (!customer?.passwordHash || token === "") return null;
  const signed = await verifySignedToken(db, PURPOSE, token);
  if (signed === null) return null;
  const { customerId, password, device, expires } = payloadSchema.parse(JSON.parse(signed));
  const isTheirs = customerId === customer.id && password === getPasswordFingerprint(customer.passwordHash);
  return isTheirs && expires > now.getTime() ? device : null;
}
