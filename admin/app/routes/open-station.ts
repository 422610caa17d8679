import { redirect } from "react-router";
import type { Route } from "./+types/open-station";

/** Leads from the field for an order number to the packing station of this order. */
export const loader = ({ url }: Route.LoaderArgs) => {
  const number = (url.searchParams.get("order") ?? "").replaceAll(/\D/g, "");
  return redirect(/^\d{9}$/.test(number) ? `/fulfillment/pack/${number}` : "/fulfillment/handover");
};
