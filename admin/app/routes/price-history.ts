import type { PriceHistory } from "@furoshiki/api/admin/catalog-admin/prices";
import { getRequestContext } from "../api-client/request-context.ts";
import type { Route } from "./+types/price-history";

/** The prices that a variant had, for the dialog of the list. */
export async function loader({ context, params }: Route.LoaderArgs) {
  return getRequestContext({ context }).load<PriceHistory>(`variants/${encodeURIComponent(params.id)}/price-history`);
}
