import { type PurchasableVariants, purchasableVariantQuery } from "@furoshiki/api/admin/purchasing/purchase-orders";
import { data } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import type { Route } from "./+types/purchase-order-variants";

/** Finds variants for the search in the form of an order from a supplier. */
export async function loader({ context, url }: Route.LoaderArgs) {
  if (!purchasableVariantQuery.safeParse(Object.fromEntries(url.searchParams)).success)
    throw data(null, { status: 404 });
  return getRequestContext({ context }).load<PurchasableVariants>(`purchase-orders/variants?${url.searchParams}`);
}
