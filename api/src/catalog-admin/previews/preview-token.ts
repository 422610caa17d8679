import { z } from "zod";
import { createSignedToken, verifySignedToken } from "../../platform/crypto/signing.ts";
import type { Db } from "../../platform/db/database.ts";

const PURPOSE = "product-preview";

const tokenText = z.object({ productId: z.int(), staffId: z.int(), expiresAt: z.int() });

/** Whose preview of which product a token shows. */
export type PreviewReference = Readonly<{ productId: number; staffId: number }>;

/** Creates the token with which a page of the store shows a person's preview of one product until a time. */
export async function createPreviewToken(db: Db, reference: PreviewReference, expiresAt: Date): Promise<string> {
  return createSignedToken(db, PURPOSE, JSON.stringify({ ...reference, expiresAt: expiresAt.getTime() }));
}

/** Returns what a token shows; null if it is invalid or has expired. */
export async function readPreviewToken(db: Db, token: string, now: Date): Promise<PreviewReference | null> {
  const text = await verifySignedToken(db, PURPOSE, token);
  if (text === null) return null;
  const { expiresAt, ...reference } = tokenText.parse(JSON.parse(text));
  return expiresAt > now.getTime() ? reference : null;
}
