import type { Cart } from "@furoshiki/api/cart";
import { data, redirect } from "react-router";
import { ApiError, type Visit, visitOf } from "../lib/api.ts";
import { textOf } from "../lib/form-answer.ts";
import { formDataOf, jsonOf } from "../lib/request-body.ts";
import type { Route } from "./+types/lines";

export type LinesAnswer = {
  ok: boolean;
  message?: string | undefined;
  code?: string;
  /** Why a guest's code or presents did not come along. */
  untaken?: string[];
};

/** `name` is for the shopper to read while the wish waits for a network; `seen_price` is of the page it was made on. */
export type Wish = { product_id: number; option_id: number; qty: number; name: string; seen_price?: number };

/**
 * Wishes of a signed-in shopper: JSON `[{product_id, option_id, qty}]` from the page's script (`?merge=1`: a guest's
 * cart at sign-in as `{lines, promo, presents}`, `?late=1`: made while there was no network), or the fields of a form where there is none; a form is answered with the way to the cart.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = visitOf({ context });
  const scripted = request.headers.get("content-type")?.includes("application/json") ?? false;
  const body: unknown = scripted ? await jsonOf(request) : [wishOf(await formDataOf(request))];
  const { searchParams } = new URL(request.url);
  const mode = ["merge", "late"].find((name) => searchParams.get(name) === "1");
  if (mode === "merge") return bringOf(visit, broughtIn(body));
  try {
    const { message } = await visit.callWithMessage<Cart>(`/v1/user/cart${mode ? `?${mode}=1` : ""}`, {
      method: "POST",
      body,
    });
    if (!scripted) return redirect(visit.to("/cart"));
    return data<LinesAnswer>({ ok: true, message });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!scripted) return redirect(visit.to(error.status === 401 ? "/?auth=1&from=/cart" : "/cart"));
    return data<LinesAnswer>({ ok: false, message: error.message, code: error.code }, error.status);
  }
}

type Brought = { lines: object[]; promo: string | null; presents: number[] };

/** A tab of before sends the lines alone. @throws the error page of 400 for anything else */
function broughtIn(body: unknown): Brought {
  const { lines, promo, presents } = (Array.isArray(body) ? { lines: body } : (body ?? {})) as Partial<Brought>;
  if (!Array.isArray(lines)) throw data(null, 400);
  return { lines, promo: promo ?? null, presents: presents ?? [] };
}

/** A guest's cart comes in; a code or present that does not is told, and keeps none of the lines away. */
async function bringOf(visit: Visit, { lines, promo, presents }: Brought) {
  try {
    const merged =
      lines.length === 0
        ? null
        : await visit.callWithMessage<Cart>("/v1/user/cart?merge=1", { method: "POST", body: lines });
    const untaken = await broughtMeans(visit, { promo, presents });
    return data<LinesAnswer>({ ok: true, message: merged?.message, untaken });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data<LinesAnswer>({ ok: false, message: error.message, code: error.code }, error.status);
  }
}

async function broughtMeans(visit: Visit, { promo, presents }: Omit<Brought, "lines">): Promise<string[]> {
  if (promo === null && presents.length === 0) return [];
  try {
    const { message } = await visit.callWithMessage<Cart>("/v1/user/cart/brought", {
      method: "POST",
      body: { promo, presents },
    });
    return message ? [message] : [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [error.message];
  }
}

function wishOf(form: FormData) {
  return {
    product_id: Number(textOf(form, "product_id")),
    option_id: Number(textOf(form, "option_id") || 0),
    qty: Number(textOf(form, "qty") || 1),
  };
}
