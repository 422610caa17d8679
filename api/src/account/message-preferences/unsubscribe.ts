import { createSignedToken, verifySignedToken } from "../../platform/crypto/signing.ts";
import { type Db, withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { ClientInfo } from "../client-info.ts";
import { withdrawConsentByEmail } from "../consents/sql.ts";
import { countAttempt } from "../rate-limits.ts";
import { refusals } from "../schema.ts";
import { isConsentKind, type OptionalEmailKind, optionalEmailKind } from "./schema.ts";
import { disableEmails } from "./sql.ts";

/** Creates the token of the unsubscribe link for one kind of email. It does not expire and allows nothing else. */
export async function createUnsubscribeToken(db: Db, kind: OptionalEmailKind, email: string): Promise<string> {
  return createSignedToken(db, "unsubscribe", `${kind} ${email}`);
}

/** Stops one kind of email to the token's address. Idempotent. Refuses `link_broken`, `too_many_requests`. */
export async function unsubscribe(
  db: Db,
  token: string,
  clientInfo: ClientInfo,
): Promise<{ purpose: OptionalEmailKind }> {
  const { purpose, email } = await verifyUnsubscribeToken(db, token, clientInfo);
  await withTransaction(db, (tx) =>
    isConsentKind(purpose)
      ? withdrawConsentByEmail(tx, email, purpose, clientInfo.now)
      : disableEmails(tx, email, purpose, clientInfo.now),
  );
  return { purpose };
}

/**
 * Returns which kind of email to which address a token unsubscribes from; nothing changes. Refuses `link_broken`,
 * `too_many_requests`.
 */
export async function verifyUnsubscribeToken(
  db: Db,
  token: string,
  { ip, now }: ClientInfo,
): Promise<{ purpose: OptionalEmailKind; email: string }> {
  const [kind, email = ""] = (await verifySignedToken(db, "unsubscribe", token))?.split(" ") ?? [];
  const { success, data: purpose } = optionalEmailKind.safeParse(kind);
  if (success) return { purpose, email };
  await countAttempt(db, "email_link_per_ip_address", ip, now);
  throw refuse(refusals, "link_broken");
}
