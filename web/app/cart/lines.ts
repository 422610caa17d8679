import type { Cart } from "@furoshiki/api/cart";
import { data, redirect } from "react-router";
import { ApiError, visitOf } from "../lib/api.ts";
import type { Route } from "./+types/lines";

/**
 * Wishes of a signed-in shopper: JSON `[{product_id, option_id, qty}]` from the page's script, or the fields
 * of a form where there is none; a form is answered with the way to the cart.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = visitOf({ context });
  const scripted = request.headers.get("content-type")?.includes("application/json") ?? false;
  const wishes: unknown = scripted ? await request.json() : [wishOf(await request.formData())];
  try {
    const { message } = await visit.callWithMessage<Cart>("/v1/user/cart", { method: "POST", body: wishes });
    if (!scripted) return redirect("../cart");
    return data({ ok: true, message });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!scripted) return redirect(error.status === 401 ? "/?auth=1&from=/cart" : "../cart");
    return data({ ok: false, message: error.message, code: error.code }, error.status);
  }
}

function wishOf(form: FormData) {
  return {
    product_id: Number(form.get("product_id")),
    option_id: Number(form.get("option_id") ?? 0),
    qty: Number(form.get("qty") ?? 1),
  };
}
