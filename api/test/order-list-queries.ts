import { orderListQuery, orderSorts, orderViews, paymentStates } from "../src/orders/admin-schema.ts";
import { orderStatuses } from "../src/orders/schema.ts";

/** Queries of the order list of the back office with each view, filter, sort and kind of search; cursors are in the middle. */
export const orderListQueries: Record<string, string>[] = [
  ...orderViews.flatMap((view) => [{ view }, { view, sort: "due_asc" }]),
  ...orderSorts.map((sort) => ({ sort })),
  ...orderStatuses.map((status) => ({ status })),
  ...paymentStates.flatMap((payment) => [{ payment }, { payment, sort: "due_asc" }]),
  ...["missing", "blocked", "complete"].map((customs) => ({ customs })),
  ...["DE", "RU", "FR"].map((country) => ({ country })),
  ...["cdek_pvz", "no_such_method"].map((method) => ({ method })),
  ...["storefront", "manual", "replacement"].map((source) => ({ source })),
  ...["me", "none"].map((assignee) => ({ assignee })),
  { view: "missing_customs_data", sort: "due_asc", country: "DE" },
  { placed_from: "2026-01-01", placed_to: "2026-01-31" },
  ...["100050000", "8 900 005 00 00", "Surname 50000", "customer-500@example.com", "T50000", "Nobody"].map((q) => ({
    q,
  })),
  ...orderSorts.flatMap((sort) => ["after", "before"].map((side) => ({ sort, [side]: "1780000000000000_100025000" }))),
];
for (const query of orderListQueries) orderListQuery.parse(query);
