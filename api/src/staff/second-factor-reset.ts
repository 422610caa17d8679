import { randomBytes } from "node:crypto";
import { encrypt } from "../platform/crypto/encryption.ts";
import { generateRecoveryCodes, hashRecoveryCode } from "../platform/crypto/recovery-codes.ts";
import { generateKey } from "../platform/crypto/totp.ts";
import type { Tx } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { queueEmail } from "../platform/mail/email-queue.ts";
import { replaceRecoveryCodes, setKey } from "./invitation-sql.ts";
import { deleteSessions } from "./session-sql.ts";
import { getKeyPurpose } from "./sign-in.ts";

/**
 * Resets the second factor of a person who has lost it: the authenticator, the recovery codes and the sessions end, and
 * the person is notified by email.
 * @returns a recovery code, with which the person signs in once and sets up a new authenticator
 */
export async function resetSecondFactor(
  tx: Tx,
  { config }: Pick<AppContext, "config">,
  { id, email, locale }: { id: number; email: string; locale: Locale },
): Promise<string> {
  // Nobody knows this key, so that codes of the old authenticator are refused.
  await setKey(tx, id, encrypt(config, getKeyPurpose(id), generateKey()));
  const [recoveryCode = ""] = generateRecoveryCodes();
  await replaceRecoveryCodes(tx, id, [hashRecoveryCode(id, recoveryCode)]);
  await deleteSessions(tx, id, null);
  await queueEmail(tx, {
    recipient: email,
    locale,
    template: "staff_second_factor_reset",
    params: {},
    dedupKey: `staff_second_factor_reset:${id}:${randomBytes(8).toString("hex")}`,
  });
  return recoveryCode;
}
