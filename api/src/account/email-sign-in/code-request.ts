import { randomInt } from "node:crypto";
import { withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { getClientNetwork } from "../../platform/http/rate-limits.ts";
import { encrypt } from "../../platform/crypto/encryption.ts";
import { generateToken, hashToken } from "../../platform/crypto/tokens.ts";
import { queueEmail } from "../../platform/mail/email-queue.ts";
import type { ClientInfo } from "../client-info.ts";
import { countAttempt, isWithinLimit } from "../rate-limits.ts";
import { insertLoginCode } from "./sql.ts";

const CODE_LIFETIME_MS = 10 * 60 * 1000;
const CODE_COUNT = 1_000_000;

/** Returns the encryption context of a code. */
export const getCodePurpose = (tokenHash: string) => `login_code:${tokenHash}`;

/**
 * Sends a six-digit code, whether or not a customer has the email. The code works together with the returned token only,
 * so that nobody can use up the attempts of somebody else's code.
 * @returns the token. Refuses `too_many_requests`
 */
export async function requestLoginCode(app: AppContext, email: string, clientInfo: ClientInfo): Promise<string> {
  const { db } = app;
  const { ip, locale, now } = clientInfo;
  await countAttempt(db, "email_code_per_ip_address", ip, now);
  await countAttempt(db, "email_code_per_account_and_network", `${email} ${getClientNetwork(ip)}`, now);
  const token = generateToken();
  const isWithinHour = await isWithinLimit(db, "email_codes_per_account", email, now);
  // Above these limits the response is the same, and no email is sent.
  if (!isWithinHour || !(await isWithinLimit(db, "email_codes_daily_per_account", email, now))) return token;
  const tokenHash = hashToken(token);
  const encodedHash = tokenHash.toString("base64url");
  const code = String(randomInt(CODE_COUNT)).padStart(6, "0");
  await withTransaction(db, async (tx) => {
    await insertLoginCode(tx, {
      tokenHash,
      email,
      encryptedCode: encrypt(app.config, getCodePurpose(encodedHash), Buffer.from(code)),
      createdAt: now,
      expiresAt: new Date(now.getTime() + CODE_LIFETIME_MS),
    });
    await queueEmail(tx, {
      recipient: email,
      locale,
      template: "login_code",
      params: { tokenHash: encodedHash },
      dedupKey: `login_code:${encodedHash}`,
    });
  });
  return token;
}
