import { createHash, randomBytes } from "node:crypto";
import { base32 } from "./totp.ts";

const COUNT = 10;
/** 120 bits, 24 letters and digits: above the 112 bits from which a fast hash is enough (ASVS 5.0, 6.5.2). */
const CODE_BYTES = 15;

/** As many new codes as a customer gets: `abcd-efgh-2345-mnop-qrst-uvwx`, without 0 and 1, which look like letters. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = base32(randomBytes(CODE_BYTES)).toLowerCase();
    return (letters.match(/.{4}/g) ?? []).join("-");
  });
}

/** What the database keeps of a code, however it was typed; the same code of another customer is another one. */
export function recoveryCodeHash(customerId: number, typed: string): Buffer {
  const letters = typed.toLowerCase().replaceAll(/[^a-z2-7]/g, "");
  return createHash("sha256").update(`${customerId}:${letters}`).digest();
}
