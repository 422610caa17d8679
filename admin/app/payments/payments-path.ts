import type { PaymentView } from "@furoshiki/api/admin/payments";

/** Returns the search parameters that a form keeps: those that it does not set, without the position. */
export function listKeptParams(params: URLSearchParams, formParams: readonly string[]): [string, string][] {
  return [...params].filter(([name]) => name !== "after" && !formParams.includes(name));
}

/** Returns the path of the list of payments with changed search parameters, from its first page; null removes one. */
export function createPaymentsPath(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const changed = new URLSearchParams(params);
  changed.delete("after");
  for (const [name, value] of Object.entries(changes))
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  return changed.size === 0 ? "/payments" : `/payments?${changed}`;
}

/** Returns the path of a view, without filters. */
export function createPaymentViewPath(view: PaymentView): string {
  return `/payments?view=${view}`;
}
