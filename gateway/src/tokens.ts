import { createHash, randomBytes } from "node:crypto";
import { behaviourOfCard, brandOf } from "./cards.ts";
import type { Gateway } from "./gateway.ts";
import { GatewayRefusal } from "./refusals.ts";
import { cardRequest } from "./schema.ts";
import { addToken } from "./sql.ts";

const TOKEN_LIVES_MS = 15 * 60 * 1000;

/**
 * Takes a card from the browser and gives a token for it: good once, for 15 minutes. The number and the code are
 * forgotten here. Refuses `invalid_card` with a code per field.
 */
export async function keepCard(gateway: Gateway, typed: unknown): Promise<{ token: string }> {
  const now = gateway.clock.now();
  const fields: { expiry?: unknown } = typeof typed === "object" && typed !== null ? typed : {};
  const card = cardRequest.safeParse(fields);
  const errors: Record<string, string[]> = {};
  for (const issue of card.error?.issues ?? []) (errors[String(issue.path[0])] ??= []).push(issue.message);
  // Asked apart, so that a card that is over is told beside what else is wrong.
  const expiry = cardRequest.shape.expiry.safeParse(fields.expiry);
  if (expiry.success && isOver(expiry.data, now)) errors["expiry"] = ["cardExpired"];
  if (!card.success || Object.keys(errors).length > 0)
    throw new GatewayRefusal("invalid_card", "The card was typed wrongly.", { errors });

  const { number } = card.data;
  const token = `tok_${randomBytes(24).toString("base64url")}`;
  await addToken(gateway.db, {
    token_hash: hashOf(token),
    brand: brandOf(number),
    first6: number.slice(0, 6),
    last4: number.slice(-4),
    expiry_month: card.data.expiry.month,
    expiry_year: card.data.expiry.year,
    behaviour: behaviourOfCard(number),
    created_at: now,
    expires_at: new Date(now.getTime() + TOKEN_LIVES_MS),
  });
  return { token };
}

export function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** A card is good through the last day of its month. */
function isOver({ month, year }: { month: number; year: number }, now: Date): boolean {
  return now.getTime() >= Date.UTC(year, month, 1);
}
