import { redirectDocument } from "react-router";
import type { FormAnswer } from "../lib/form-answer.ts";
import { track, type ToldEvent } from "../lib/track.ts";

/** The field by which the order's form says that a script waits for the answer. */
export const SCRIPTED = "scripted";

/** An order that the page's script is told of, before it goes on to the payment. */
export type Placed = { payment: string; purchase: Extract<ToldEvent, { kind: "purchase" }> };

/**
 * Tells of an order that was placed, then goes on to its payment, in a document of its own where nothing counts and
 * nothing of others runs; any other answer stays.
 */
export async function goToPayment<Refused extends FormAnswer>(
  answer: Refused | Placed | undefined,
): Promise<Refused | undefined> {
  if (!answer || !("purchase" in answer)) return answer;
  await track(answer.purchase);
  throw redirectDocument(answer.payment);
}
