import type { Cart } from "@furoshiki/api/cart";
import { data, redirect } from "react-router";
import { ApiError, visitOf } from "../lib/api.ts";
import { textOf } from "../lib/form-answer.ts";
import type { Route } from "./+types/lines";

export type LinesAnswer = { ok: boolean; message?: string | undefined; code?: string };

/** `name` is for the shopper to read while the wish waits for a network; `seen_price` is of the page it was made on. */
export type Wish = { product_id: number; option_id: number; qty: number; name: string; seen_price?: number };

/**
 * Wishes of a signed-in shopper: JSON `[{product_id, option_id, qty}]` from the page's script (`?merge=1`: a guest's
 * cart at sign-in, `?late=1`: made while there was no network), or the fields of a form where there is none; a form is answered with the way to the cart.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = visitOf({ context });
  const scripted = request.headers.get("content-type")?.includes("application/json") ?? false;
  const wishes: unknown = scripted ? await request.json() : [wishOf(await request.formData())];
  const { searchParams } = new URL(request.url);
  const mode = ["merge", "late"].find((name) => searchParams.get(name) === "1");
  try {
    const { message } = await visit.callWithMessage<Cart>(`/v1/user/cart${mode ? `?${mode}=1` : ""}`, {
      method: "POST",
      body: wishes,
    });
    if (!scripted) return redirect(visit.to("/cart"));
    return data<LinesAnswer>({ ok: true, message });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!scripted) return redirect(visit.to(error.status === 401 ? "/?auth=1&from=/cart" : "/cart"));
    return data<LinesAnswer>({ ok: false, message: error.message, code: error.code }, error.status);
  }
}

function wishOf(form: FormData) {
  return {
    product_id: Number(textOf(form, "product_id")),
    option_id: Number(textOf(form, "option_id") || 0),
    qty: Number(textOf(form, "qty") || 1),
  };
}
