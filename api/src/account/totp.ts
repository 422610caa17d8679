import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** What every authenticator app takes for granted (RFC 6238): half a minute, six digits, SHA-1. */
const STEP_MS = 30_000;
const DIGITS = 6;
const KEY_BYTES = 20;
/** A clock may be so many steps off. */
const DRIFT_STEPS = 1;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function newKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** Bytes as apps and people write them (RFC 4648, without padding). */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const fives = bits.match(/.{1,5}/g) ?? [];
  return fives.map((five) => ALPHABET[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** What the picture tells an app: the key, and under which name it keeps it. @param issuer name of the shop */
export function keyAddress(key: Buffer, account: string, issuer: string): string {
  const label = encodeURIComponent(`${issuer.replaceAll(":", " ")}:${account}`);
  return `otpauth://totp/${label}?secret=${base32(key)}&issuer=${encodeURIComponent(issuer)}`;
}

/** The half-minute that a moment is in, counted from 1970. */
export function stepAt(moment: Date): number {
  return Math.floor(moment.getTime() / STEP_MS);
}

/** What the app shows in that half-minute. */
export function codeOf(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", key).update(counter).digest();
  const place = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(place) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

export function isCodeShaped(typed: string): boolean {
  return /^\d{6}$/.test(typed);
}

/** The half-minute whose code was typed: the present one, or one beside it; null for none of them. */
export function stepOf(key: Buffer, typed: string, now: Date): number | null {
  const given = Buffer.from(typed);
  let found: number | null = null;
  for (let step = stepAt(now) - DRIFT_STEPS; step <= stepAt(now) + DRIFT_STEPS; step++) {
    const expected = Buffer.from(codeOf(key, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step;
  }
  return found;
}
