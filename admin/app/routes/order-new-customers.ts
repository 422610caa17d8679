import { type FoundCustomers, customerSearchQuery } from "@furoshiki/api/admin/manual-orders";
import { data } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import type { Route } from "./+types/order-new-customers";

/** Finds customers for the search on the page of a new order. */
export async function loader({ context, url }: Route.LoaderArgs) {
  if (!customerSearchQuery.safeParse(Object.fromEntries(url.searchParams)).success) throw data(null, { status: 404 });
  return getRequestContext({ context }).load<FoundCustomers>(`manual-orders/customers?${url.searchParams}`);
}
