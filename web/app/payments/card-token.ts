import type { FieldErrors } from "../api-client/request-context.ts";
import type { CardField } from "./card.ts";

export type Card = Record<CardField, string>;
export type TokenizationResult = { token: string } | { errors: FieldErrors } | "failed";

/**
 * Exchanges card data for a single-use token, directly at the payment gateway. The store's server, its logs and the browser
 * storage never see the card number (docs/domain/payments.md).
 */
export async function tokenizeCard(
  gatewayUrl: string,
  { number, holder, expiry, cvc }: Card,
): Promise<TokenizationResult> {
  try {
    const response = await fetch(gatewayUrl, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ number, holder, expiry: expiry.replaceAll(" ", ""), cvc }),
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    const payload = (await response.json()) as { token?: string; errors?: FieldErrors };
    if (response.ok && payload.token) return { token: payload.token };
    return payload.errors ? { errors: payload.errors } : "failed";
  } catch {
    // The gateway was not reached: nothing was charged, so the customer can try again.
    return "failed";
  }
}
