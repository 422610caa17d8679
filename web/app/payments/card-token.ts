import type { FieldErrors } from "../lib/api.ts";
import type { CardField } from "./card.ts";

export type Card = Record<CardField, string>;
export type Tokenized = { token: string } | { errors: FieldErrors } | "failed";

/**
 * Gives a card to the payment gateway at `address`, past the shop, and gets a token for it: good once. The shop's own server, its
 * log and this browser's storage never see the number (decisions, Payment).
 */
export async function tokenFor(address: string, { number, holder, expiry, cvc }: Card): Promise<Tokenized> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ number, holder, expiry: expiry.replaceAll(" ", ""), cvc }),
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    const answer = (await response.json()) as { token?: string; errors?: FieldErrors };
    if (response.ok && answer.token) return { token: answer.token };
    return answer.errors ? { errors: answer.errors } : "failed";
  } catch {
    // Not reached: nothing was charged, the shopper may press again.
    return "failed";
  }
}
