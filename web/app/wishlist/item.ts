import { data } from "react-router";
import { ApiError, visitOf } from "../lib/api.ts";
import { formDataOf } from "../lib/request-body.ts";
import type { Route } from "./+types/item";

/** Adds a product to the favourites (`wished=1`) or takes it out (`wished=0`). */
export async function action({ request, params, context }: Route.ActionArgs) {
  const method = (await formDataOf(request)).get("wished") === "0" ? "DELETE" : "POST";
  try {
    await visitOf({ context }).call(`/v1/user/wishlist/${encodeURIComponent(params.id)}`, { method });
    return data({ ok: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ ok: false, message: error.message }, error.status);
  }
}
