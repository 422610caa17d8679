import { z } from "zod";
import { createSignedToken, verifySignedToken } from "../../platform/crypto/signing.ts";
import type { Db } from "../../platform/db/database.ts";
import type { AnyListExport, ExportRequest } from "./list-export.ts";

const TOKEN_TTL_MS = 5 * 60_000;

type AnyRequest = ExportRequest<Record<string, unknown>, string>;

const getPurpose = ({ name }: Pick<AnyListExport, "name">) => `${name}-list-export`;

/** Creates the token with which a member of staff downloads a list. It is valid for five minutes. */
export function createExportToken(
  db: Db,
  list: Pick<AnyListExport, "name">,
  request: AnyRequest & { staffId: number },
  now: Date,
): Promise<string> {
  return createSignedToken(
    db,
    getPurpose(list),
    JSON.stringify({ ...request, expiresAt: now.getTime() + TOKEN_TTL_MS }),
  );
}

const tokenText = z.object({
  staffId: z.int(),
  expiresAt: z.int(),
  list: z.record(z.string(), z.unknown()),
  columns: z.array(z.string()),
  withPersonalData: z.boolean(),
});

/** Returns what a token allows; null if it is invalid, has expired, or belongs to another list or person. */
export async function readExportToken(
  db: Db,
  list: Pick<AnyListExport, "name">,
  token: string,
  { staffId, now }: { staffId: number; now: Date },
): Promise<AnyRequest | null> {
  const text = await verifySignedToken(db, getPurpose(list), token);
  if (text === null) return null;
  const { staffId: ownerId, expiresAt, ...request } = tokenText.parse(JSON.parse(text));
  return ownerId === staffId && expiresAt > now.getTime() ? request : null;
}
