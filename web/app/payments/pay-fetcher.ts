import { useFetcher } from "react-router";
import type { FormAnswer } from "../lib/form-answer.ts";

/**
 * The fetcher of the button "Pay". React Router gives the same one to every component that names its key: the form
 * submits it, and the page around the form sees its answer.
 */
export function usePayFetcher(paymentId: string) {
  return useFetcher<FormAnswer>({ key: `pay ${paymentId}` });
}
