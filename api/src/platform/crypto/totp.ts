import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** The defaults of authenticator apps (RFC 6238): 30 seconds, six digits, SHA-1. */
const STEP_MS = 30_000;
const DIGITS = 6;
const KEY_BYTES = 20;
/** Accepted clock drift, in steps. */
const DRIFT_STEPS = 1;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Generates a random key of 160 bits. */
export function generateKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** Encodes bytes in base32 (RFC 4648, without padding). */
export function encodeBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

/**
 * Returns the `otpauth://` URI of the QR code: the key and the label that the app shows. @param issuer name of the shop
 */
export function createOtpauthUri(key: Buffer, account: string, issuer: string): string {
  const label = encodeURIComponent(`${issuer.replaceAll(":", " ")}:${account}`);
  return `otpauth://totp/${label}?secret=${encodeBase32(key)}&issuer=${encodeURIComponent(issuer)}`;
}

/** Returns the number of the 30-second step that contains a moment, counted from the Unix epoch. */
export function getTimeStep(moment: Date): number {
  return Math.floor(moment.getTime() / STEP_MS);
}

/** Returns the code that the app shows in a step. */
export function generateCode(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** Whether the input has the form of an app code rather than a recovery code. */
export function isSixDigitCode(input: string): boolean {
  return /^\d{6}$/.test(input);
}

/**
 * Returns the step whose code was entered: the current one, or the one before or after; null if none matches. The
 * comparison takes constant time.
 */
export function findMatchingStep(key: Buffer, input: string, now: Date): number | null {
  const inputBytes = Buffer.from(input);
  let matchingStep: number | null = null;
  for (let step = getTimeStep(now) - DRIFT_STEPS; step <= getTimeStep(now) + DRIFT_STEPS; step++) {
    const expected = Buffer.from(generateCode(key, step));
    if (inputBytes.length === expected.length && timingSafeEqual(inputBytes, expected)) matchingStep = step;
  }
  return matchingStep;
}
