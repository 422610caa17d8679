import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { commonRefusals, refuse } from "../platform/errors.ts";

/**
 * argon2id (the library's own default) with 19 MiB and three passes: one pass more than OWASP's least, about 13 ms of
 * one core of a small server. A stored hash carries its own parameters, so raising these leaves the old ones valid.
 */
export const hashing = { memoryCost: 19_456, timeCost: 3, parallelism: 1 } as const;

/** Hashes at work at once: the other threads of Node's pool stay free for files and names, memory stays below 40 MB. */
const AT_ONCE = 2;
/** Hashes that may wait (about a second and a half of work); whoever comes after them is asked to come back. */
const WAITING_MAX = 200;

let running = 0;
const waiting: (() => void)[] = [];

/** The hash of a new password, with a salt of its own. Refuses `not_ready` when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(canonical(password), hashing));
}

/**
 * True when the password is the one that was stored. Where nothing is stored (an unknown email) the same work is done
 * on a hash that nobody has the password of, so that the time of the answer tells nothing (decisions: Sign-in).
 * Refuses `not_ready` when too many wait.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const nobodys = await nobodysHash();
  const matches = await inTurn(() => verify(stored ?? nobodys, canonical(password)));
  return stored !== null && matches;
}

let nobodys: Promise<string> | undefined;

function nobodysHash(): Promise<string> {
  nobodys ??= hash(randomBytes(32), hashing);
  return nobodys;
}

/** The same letters typed on another device may arrive as other code points. */
function canonical(password: string): string {
  return password.normalize("NFKC");
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MAX) throw refuse(commonRefusals, "not_ready", { retryAfterSeconds: 2 });
    // Whoever finishes hands the place over, so `running` does not change.
    await new Promise<void>((go) => waiting.push(go));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
