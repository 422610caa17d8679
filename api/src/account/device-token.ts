import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Db } from "../platform/db.ts";
import { readSigned, signText } from "../platform/signing.ts";

const LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;
const PURPOSE = "signed_in_device";

const content = z.object({ customerId: z.int(), password: z.string(), device: z.string(), expires: z.number() });

type Verified = { customerId: number; passwordHash: string };

/**
 * A token for a device on which a customer has just signed in. Later sign-ins with it have a limit of their own, so that
 * wrong passwords sent from elsewhere do not lock the customer out of this device (docs/security.md, Lockout). It opens
 * nothing by itself and ends with the password.
 */
export async function createDeviceToken(db: Db, { customerId, passwordHash }: Verified, now: Date): Promise<string> {
  const device = randomBytes(16).toString("base64url");
  const expires = now.getTime() + LIFETIME_MS;
  return signText(db, PURPOSE, JSON.stringify({ customerId, password: fingerprint(passwordHash), device, expires }));
}

/** The id of a device on which this customer has signed in before, with the password they have now; null otherwise. */
export async function findKnownDevice(
  db: Db,
  token: string,
  customer: { id: number; passwordHash: string } | null,
  now: Date,
): Promise<string | null> {
  const signed = customer === null || token === "" ? null : await readSigned(db, PURPOSE, token);
  if (signed === null) return null;
  const { customerId, password, device, expires } = content.parse(JSON.parse(signed));
  const isTheirs = customerId === customer?.id && password === fingerprint(customer.passwordHash);
  return isTheirs && expires > now.getTime() ? device : null;
}

function fingerprint(passwordHash: string): string {
  return createHash("sha256").update(passwordHash).digest("base64url");
}
