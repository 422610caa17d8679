import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { commonRefusals, refuse } from "../http/errors.ts";

/**
 * argon2id (the library's default) with 19 MiB and three passes: one pass more than the OWASP minimum, about 13 ms of
 * one core of a small server. A stored hash carries its own parameters, so old hashes stay valid if these are raised.
 */
export const hashOptions = { memoryCost: 19_456, timeCost: 3, parallelism: 1 } as const;

/**
 * Concurrent hash computations: the other threads of Node's pool stay free for files and DNS, and memory stays below 40
 * MB.
 */
const MAX_CONCURRENT_HASHES = 2;
/** Hash computations that may wait (about 1.5 seconds of work); further calls are refused. */
const MAX_WAITING_HASHES = 200;

let running = 0;
const waitQueue: (() => void)[] = [];

/** Hashes a new password with its own salt. Refuses `not_ready` if too many calls wait. */
export async function hashPassword(password: string): Promise<string> {
  return runLimited(() => hash(normalizePassword(password), hashOptions));
}

/**
 * Whether the password matches the stored hash. If there is no stored hash (unknown email), the same work is done on a
 * dummy hash, so that the response time reveals nothing. Refuses `not_ready` if too many calls wait.
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const dummyHash = await getDummyHash();
  const isMatch = await runLimited(() => verify(storedHash ?? dummyHash, normalizePassword(password)));
  return storedHash !== null && isMatch;
}

let dummyHash: Promise<string> | undefined;

function getDummyHash(): Promise<string> {
  dummyHash ??= hash(randomBytes(32), hashOptions);
  return dummyHash;
}

/** Normalizes a password: the same characters typed on another device can have different code points. */
function normalizePassword(password: string): string {
  return password.normalize("NFKC");
}

async function runLimited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT_HASHES) {
    if (waitQueue.length >= MAX_WAITING_HASHES) throw refuse(commonRefusals, "not_ready", { retryAfterSeconds: 2 });
    // The call that finishes passes its slot on, so `running` does not change.
    await new Promise<void>((resolve) => waitQueue.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waitQueue.shift();
    if (next) next();
    else running--;
  }
}
