import type { Cart } from "@furoshiki/api/cart";
import { data, redirect } from "react-router";
import { ApiError, type RequestContext, getRequestContext } from "../api-client/request-context.ts";
import { getFormValue } from "../forms/form-result.ts";
import type { LineUpdateResult } from "../cart/lines/line-update.ts";
import { prepareCart } from "../cart/load-cart.ts";
import { parseFormData, parseJson } from "../forms/request-body.ts";
import type { Route } from "./+types/cart-lines";

/**
 * Updates cart lines of a signed-in customer. Scripts send JSON `[{product_id, option_id, qty}]`; with `?merge=1` a guest
 * cart `{lines, promo, presents}`, with `?late=1` updates made while offline. The response has the new cart. Forms send the same fields and are redirected to the cart.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const isScripted = request.headers.get("content-type")?.includes("application/json") ?? false;
  const body: unknown = isScripted ? await parseJson(request) : [parseLineUpdate(await parseFormData(request))];
  const { searchParams } = new URL(request.url);
  const mode = ["merge", "late"].find((name) => searchParams.get(name) === "1");
  if (mode === "merge") return mergeCart(requestContext, parseMergeRequest(body));
  try {
    const { data: cart, message } = await requestContext.callWithMessage<Cart>(
      `/v1/user/cart${mode ? `?${mode}=1` : ""}`,
      { method: "POST", body },
    );
    if (!isScripted) return redirect(requestContext.to("/cart"));
    return data<LineUpdateResult>({ ok: true, message, cart: await prepareCart(requestContext, cart) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!isScripted) return redirect(requestContext.to(error.status === 401 ? "/?auth=1&from=/cart" : "/cart"));
    return data<LineUpdateResult>({ ok: false, message: error.message, code: error.code }, error.status);
  }
}

type MergeRequest = { lines: object[]; promo: string | null; presents: number[] };

/** Also accepts a plain list of lines, which tabs with an older build send. @throws a 400 response for anything else */
function parseMergeRequest(body: unknown): MergeRequest {
  const { lines, promo, presents } = (Array.isArray(body) ? { lines: body } : (body ?? {})) as Partial<MergeRequest>;
  if (!Array.isArray(lines)) throw data(null, 400);
  return { lines, promo: promo ?? null, presents: presents ?? [] };
}

/** Merges a guest cart. A refused promo code or gift is reported, but does not prevent the merge of the lines. */
async function mergeCart(requestContext: RequestContext, { lines, promo, presents }: MergeRequest) {
  try {
    const merged =
      lines.length === 0
        ? null
        : await requestContext.callWithMessage<Cart>("/v1/user/cart?merge=1", { method: "POST", body: lines });
    const untaken = await mergeAdjustments(requestContext, { promo, presents });
    return data<LineUpdateResult>({ ok: true, message: merged?.message, untaken });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data<LineUpdateResult>({ ok: false, message: error.message, code: error.code }, error.status);
  }
}

async function mergeAdjustments(
  requestContext: RequestContext,
  { promo, presents }: Omit<MergeRequest, "lines">,
): Promise<string[]> {
  if (promo === null && presents.length === 0) return [];
  try {
    const { message } = await requestContext.callWithMessage<Cart>("/v1/user/cart/brought", {
      method: "POST",
      body: { promo, presents },
    });
    return message ? [message] : [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [error.message];
  }
}

function parseLineUpdate(form: FormData) {
  return {
    product_id: Number(getFormValue(form, "product_id")),
    option_id: Number(getFormValue(form, "option_id") || 0),
    qty: Number(getFormValue(form, "qty") || 1),
  };
}
