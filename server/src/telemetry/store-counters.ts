import { subscribe } from "node:diagnostics_channel";
import { defineCounter, type Labels } from "../../../api/src/platform/observability/metrics.ts";

/** What modules of the API publish after a commit, with the labels by which it is counted. */
const counters = {
  "furoshiki.order_placed": defineCounter("furoshiki_orders_placed_total", "Orders placed, by where they come from.", [
    { source: "storefront" },
  ]),
  "furoshiki.payment_settled": defineCounter(
    "furoshiki_payments_total",
    "Results of payments: `succeeded`, `failed`, `mismatch` if the provider reports another amount or order, and `refused` if the money is sent back because the order no longer waits for it.",
    ["succeeded", "failed", "mismatch", "refused"].map((result) => ({ result })),
  ),
  "furoshiki.refund_settled": defineCounter(
    "furoshiki_refunds_total",
    "Results of refunds.",
    ["succeeded", "failed"].map((result) => ({ result })),
  ),
} as const;

let isSubscribed = false;

/** Counts orders, payments and refunds from now on. */
export function countStoreEvents(): void {
  if (isSubscribed) return;
  isSubscribed = true;
  for (const [name, count] of Object.entries(counters)) subscribe(name, (message) => count(message as Labels));
}
