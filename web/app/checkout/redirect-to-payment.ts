import { redirectDocument } from "react-router";
import type { FormResult } from "../forms/form-result.ts";
import { track, type AnalyticsEvent } from "../analytics/track.ts";

/** Name of the form field that is sent if JavaScript handles the response. */
export const SCRIPTED_FIELD = "scripted";

/** Action data of a placed order: the payment URL and the purchase event to track before the redirect. */
export type PlacedOrderRedirect = { payment: string; purchase: Extract<AnalyticsEvent, { kind: "purchase" }> };

/**
 * Tracks the purchase of a placed order, then redirects to its payment as a new document, which loads no analytics and no
 * third-party scripts. Any other result is returned unchanged.
 * @throws the redirect
 */
export async function redirectToPayment<Refused extends FormResult>(
  result: Refused | PlacedOrderRedirect | undefined,
): Promise<Refused | undefined> {
  if (!result || !("purchase" in result)) return result;
  await track(result.purchase);
  throw redirectDocument(result.payment);
}
