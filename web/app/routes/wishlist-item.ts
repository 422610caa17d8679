import { data } from "react-router";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import { parseFormData } from "../forms/request-body.ts";
import type { Route } from "./+types/wishlist-item";

/** Adds a product to the wishlist (`in_wishlist=1`) or removes it (`in_wishlist=0`). */
export async function action({ request, params, context }: Route.ActionArgs) {
  const method = (await parseFormData(request)).get("in_wishlist") === "0" ? "DELETE" : "POST";
  try {
    await getRequestContext({ context }).call(`/v1/user/wishlist/${encodeURIComponent(params.id)}`, { method });
    return data({ ok: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ ok: false, message: error.message }, error.status);
  }
}
