import { type AddableProducts, productSearchQuery } from "@furoshiki/api/admin/order-edits";
import { orderParams } from "@furoshiki/api/admin/orders";
import { data } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import type { Route } from "./+types/order-edit-products";

/** Finds items that can be added to an order, for the search on its edit page. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { data: order } = orderParams.safeParse(params);
  const { data: query } = productSearchQuery.safeParse({ q: url.searchParams.get("q") });
  if (!order || !query) throw data(null, { status: 404 });
  const { load } = getRequestContext({ context });
  return load<AddableProducts>(`orders/${order.id}/edits/products?${new URLSearchParams(query)}`);
}
