import { createHash, randomBytes } from "node:crypto";
import { getCardBehavior, getBrand } from "./cards.ts";
import type { Gateway } from "./gateway.ts";
import { GatewayRefusal } from "./refusals.ts";
import { cardRequest } from "./schema.ts";
import { addToken } from "./sql.ts";

const TOKEN_LIFETIME_MS = 15 * 60 * 1000;

/**
 * Creates a single-use token, valid for 15 minutes, for a card submitted by the browser. The card number and the CVC
 * are not stored.
 * @throws refusal `invalid_card` with an error code per field.
 */
export async function createToken(gateway: Gateway, input: unknown): Promise<{ token: string }> {
  const now = gateway.clock.now();
  const fields: { expiry?: unknown } = typeof input === "object" && input !== null ? input : {};
  const card = cardRequest.safeParse(fields);
  const errors: Record<string, string[]> = {};
  for (const issue of card.error?.issues ?? []) (errors[String(issue.path[0])] ??= []).push(issue.message);
  // Checked separately, so that an expired card is reported together with other errors.
  const expiry = cardRequest.shape.expiry.safeParse(fields.expiry);
  if (expiry.success && isExpired(expiry.data, now)) errors["expiry"] = ["cardExpired"];
  if (!card.success || Object.keys(errors).length > 0)
    throw new GatewayRefusal("invalid_card", "The card is invalid.", { errors });

  const { number } = card.data;
  const token = `tok_${randomBytes(24).toString("base64url")}`;
  await addToken(gateway.db, {
    token_hash: hashToken(token),
    brand: getBrand(number),
    first6: number.slice(0, 6),
    last4: number.slice(-4),
    expiry_month: card.data.expiry.month,
    expiry_year: card.data.expiry.year,
    behavior: getCardBehavior(number),
    created_at: now,
    expires_at: new Date(now.getTime() + TOKEN_LIFETIME_MS),
  });
  return { token };
}

/** Returns the hash under which a token is stored. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Returns whether a card has expired: it is valid through the last day of its month. */
function isExpired({ month, year }: { month: number; year: number }, now: Date): boolean {
  return now.getTime() >= Date.UTC(year, month, 1);
}
