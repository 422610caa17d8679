import { createHash, randomBytes } from "node:crypto";
import { encodeBase32 } from "./totp.ts";

const CODE_COUNT = 10;
/** 120 bits, 24 letters and digits: above the 112 bits from which a fast hash is sufficient (ASVS 5.0, 6.5.2). */
const CODE_BYTES = 15;

/** Generates a set of ten codes: `abcd-efgh-2345-mnop-qrst-uvwx`. Base32 has no 0 and 1, which look like letters. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: CODE_COUNT }, () => {
    const characters = encodeBase32(randomBytes(CODE_BYTES)).toLowerCase();
    return (characters.match(/.{4}/g) ?? []).join("-");
  });
}

/**
 * Hashes a code for storage, ignoring case and separators. The id of the account is part of the hash, so equal codes of two
 * accounts differ.
 */
export function hashRecoveryCode(accountId: number, input: string): Buffer {
  const characters = input.toLowerCase().replaceAll(/[^a-z2-7]/g, "");
  return createHash("sha256").update(`${accountId}:${characters}`).digest();
}
