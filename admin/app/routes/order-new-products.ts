import { manualProductQuery } from "@furoshiki/api/admin/manual-orders";
import type { AddableProducts } from "@furoshiki/api/admin/order-edits";
import { data } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import type { Route } from "./+types/order-new-products";

/** Finds items for the search on the page of a new order. */
export async function loader({ context, url }: Route.LoaderArgs) {
  if (!manualProductQuery.safeParse(Object.fromEntries(url.searchParams)).success) throw data(null, { status: 404 });
  return getRequestContext({ context }).load<AddableProducts>(`manual-orders/products?${url.searchParams}`);
}
