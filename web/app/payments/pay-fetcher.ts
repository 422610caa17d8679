import { useFetcher } from "react-router";
import type { FormResult } from "../forms/form-result.ts";

/**
 * Returns the fetcher of the "Pay" button. Fetchers with the same key are shared: the form submits it, and the page around
 * the form reads its data.
 */
export function usePayFetcher(paymentId: string) {
  return useFetcher<FormResult>({ key: `pay ${paymentId}` });
}
