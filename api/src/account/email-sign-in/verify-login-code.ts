import { timingSafeEqual } from "node:crypto";
import { decrypt } from "../../platform/crypto/encryption.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import { refusals } from "../schema.ts";
import { getCodePurpose } from "./code-request.ts";
import { countCodeAttempt } from "./sql.ts";

/**
 * Returns the email of a code. Every attempt is counted, also if the code is right.
 * Refuses `wrong_email_code`, `email_code_expired`
 */
export async function verifyLoginCode(
  { db, config }: AppContext,
  tokenHash: Buffer,
  code: string,
  now: Date,
): Promise<string> {
  const sent = await countCodeAttempt(db, tokenHash, now);
  const expected = sent && decrypt(config, getCodePurpose(tokenHash.toString("base64url")), sent.encryptedCode);
  if (!expected) throw refuse(refusals, "email_code_expired");
  const typed = Buffer.from(code);
  if (typed.length !== expected.length || !timingSafeEqual(typed, expected)) throw refuse(refusals, "wrong_email_code");
  return sent.email;
}
