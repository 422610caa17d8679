import type { PaymentView } from "@furoshiki/api/admin/payments";
import { changeListParams } from "../http/search-params.ts";

/** Returns the path of the list of payments with changed search parameters, from its first page; null removes one. */
export function createPaymentsPath(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  return `/payments${changeListParams(params, changes)}`;
}

/** Returns the path of a view, without filters. */
export function createPaymentViewPath(view: PaymentView): string {
  return `/payments?view=${view}`;
}
