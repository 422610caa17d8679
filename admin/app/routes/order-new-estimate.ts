import { type ManualOrderEstimate, manualOrderEstimateQuery } from "@furoshiki/api/admin/manual-orders";
import { data } from "react-router";
import { getRequestContext } from "../api-client/request-context.ts";
import type { Route } from "./+types/order-new-estimate";

/** Estimates the order of the form on the page of a new order. */
export async function loader({ context, url }: Route.LoaderArgs) {
  if (!manualOrderEstimateQuery.safeParse(Object.fromEntries(url.searchParams)).success)
    throw data(null, { status: 404 });
  return getRequestContext({ context }).load<ManualOrderEstimate>(`manual-orders/estimate?${url.searchParams}`);
}
