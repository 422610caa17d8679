import { data } from "react-router";
import { ApiError, visitOf } from "../lib/api.ts";
import type { Route } from "./+types/item";

/** Adds a product to the favourites (POST) or takes it out (DELETE). */
export async function action({ request, params, context }: Route.ActionArgs) {
  const method = request.method === "DELETE" ? "DELETE" : "POST";
  try {
    await visitOf({ context }).call(`/v1/user/wishlist/${encodeURIComponent(params.id)}`, { method });
    return data({ ok: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ ok: false, message: error.message }, error.status);
  }
}
