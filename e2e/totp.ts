import { createHmac } from "node:crypto";

const STEP_MS = 30_000;
const BASE32_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * Returns the code of an authenticator app for a base32 key (RFC 6238). @param stepsAhead number of 30-second steps by
 * which its clock is fast
 */
export function generateTotp(key: string, stepsAhead = 0): string {
  const bits = [...key.replaceAll(" ", "")]
    .map((character) => BASE32_ALPHABET.indexOf(character).toString(2).padStart(5, "0"))
    .join("");
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + stepsAhead));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const truncated = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(truncated % 1_000_000).padStart(6, "0");
}
