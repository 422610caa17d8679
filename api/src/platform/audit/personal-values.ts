import { createHmac } from "node:crypto";
import type { Config } from "../config.ts";
import { deriveKey } from "../crypto/encryption.ts";

export type PersonalValueKind = "name" | "email" | "phone" | "text";

/** A personal value as the audit log stores it: whether two values are equal can be seen, the values cannot. */
export type HashedValue = Readonly<{ hash: string; masked: string }>;

const MASK = "••••";
/** The HKDF `info` parameter. It must not change, since equal values would get different hashes. */
const KEY_INFO = "audit values";

const maskers: Readonly<Record<PersonalValueKind, (value: string) => string>> = {
  name: maskName,
  email: (value) => `${getFirstCharacter(value)}${MASK}`,
  phone: (value) => `${MASK}${value.replaceAll(/\D/g, "").slice(-2)}`,
  text: () => MASK,
};

/**
 * Masks a personal value: `А. С••••` for a name, the first letter of an email, the last two digits of a phone. An empty
 * value stays empty.
 */
export function maskPersonalValue(kind: PersonalValueKind, value: string): string {
  const text = value.trim();
  return text === "" ? "" : maskers[kind](text);
}

/** Replaces a personal value by its keyed hash (HMAC-SHA256, 128 bits) and its masked label; null stays null. */
export function hashPersonalValue(
  config: Pick<Config, "secret" | "dataDir">,
  kind: PersonalValueKind,
  value: unknown,
): HashedValue | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const hash = createHmac("sha256", deriveKey(config, KEY_INFO)).update(text).digest("hex").slice(0, 32);
  return { hash, masked: maskPersonalValue(kind, text) };
}

function maskName(name: string): string {
  const words = name.split(/\s+/);
  return words
    .map((word, index) =>
      index === words.length - 1 ? `${getFirstCharacter(word)}${MASK}` : `${getFirstCharacter(word)}.`,
    )
    .join(" ");
}

const getFirstCharacter = (text: string) => [...text][0] ?? "";
