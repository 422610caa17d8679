import { data, redirect } from "react-router";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import { getFormValue } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import { getSignInUrl } from "../navigation/sign-in-url.ts";
import { parseLocalPath } from "../navigation/local-path.ts";
import type { Route } from "./+types/wishlist-item";

/**
 * Adds a product to the wishlist (`in_wishlist=1`) or removes it (`in_wishlist=0`). Forms send the path of their page as
 * `from` and are redirected to it.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const formData = await parseFormData(request);
  const method = getFormValue(formData, "in_wishlist") === "0" ? "DELETE" : "POST";
  const from = parseLocalPath(getFormValue(formData, "from"));
  try {
    await requestContext.call(`/v1/user/wishlist/${encodeURIComponent(params.id)}`, { method });
    return from === null ? data({ ok: true }) : redirect(requestContext.to(from));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (from !== null) return redirect(requestContext.to(error.status === 401 ? getSignInUrl(from) : from));
    return data({ ok: false, message: error.message }, error.status);
  }
}
