import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Db } from "../platform/db.ts";
import { readSigned, signText } from "../platform/signing.ts";
import { passwordHashOf } from "./session-sql.ts";

/** Between the password and the code. */
const LIVES_MS = 10 * 60 * 1000;
const PURPOSE = "second_factor";

const content = z.object({ customerId: z.int(), password: z.string(), remember: z.boolean(), ends: z.number() });

type Verified = { customerId: number; passwordHash: string; remember: boolean };

/** What proves, a little later, that somebody has typed this customer's password. It opens nothing by itself. */
export async function makeChallenge(db: Db, verified: Verified, now: Date): Promise<string> {
  const { customerId, passwordHash, remember } = verified;
  const said = { customerId, password: markOf(passwordHash), remember, ends: now.getTime() + LIVES_MS };
  return signText(db, PURPOSE, JSON.stringify(said));
}

/** Who has typed his password; null where that is too long ago, was never so, or the password is another one now. */
export async function readChallenge(db: Db, challenge: string, now: Date): Promise<Verified | null> {
  const said = await readSigned(db, PURPOSE, challenge);
  if (said === null) return null;
  const { customerId, password, remember, ends } = content.parse(JSON.parse(said));
  if (ends <= now.getTime()) return null;
  const passwordHash = await passwordHashOf(db, customerId);
  const isSame = timingSafeEqual(Buffer.from(markOf(passwordHash)), Buffer.from(password));
  return isSame ? { customerId, passwordHash, remember } : null;
}

function markOf(passwordHash: string): string {
  return createHash("sha256").update(passwordHash).digest("base64url");
}
