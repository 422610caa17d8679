import { withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { generateToken, hashToken } from "../../platform/crypto/tokens.ts";
import { findCredentials, insertPasswordReset } from "./sql.ts";

/** An email about an order is often opened days later. */
const LINK_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Creates a link with which a customer who signs in with codes sets their first password. It is sent to their email, so
 * that using it proves the email, as a code would.
 * @param recipient the email that the link is sent to
 * @returns the path of the link; null if the email is not that of the customer any more, or if they have a password
 */
export async function createFirstPasswordLink(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  { customerId, recipient }: { customerId: number; recipient: string },
): Promise<string | null> {
  const customer = await findCredentials(db, recipient);
  if (customer?.id !== customerId || customer.passwordHash !== null) return null;
  const now = clock.now();
  const token = generateToken();
  const expiresAt = new Date(now.getTime() + LINK_LIFETIME_MS);
  await withTransaction(db, (tx) =>
    insertPasswordReset(tx, { tokenHash: hashToken(token), customerId, createdAt: now, expiresAt }),
  );
  return `/change-password?token=${token}`;
}
