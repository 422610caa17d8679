import { data, redirect } from "react-router";
import { ApiError, visitOf } from "../lib/api.ts";
import { textOf } from "../lib/form-answer.ts";
import { formDataOf } from "../lib/request-body.ts";
import type { Route } from "./+types/alert";

/** Sets an alert of a product (`wanted=1`) or takes it back (`wanted=0`); a form without a script goes on to the list. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const visit = visitOf({ context });
  const form = await formDataOf(request);
  const wish = { kind: textOf(form, "kind"), option_id: textOf(form, "option_id") || "0" };
  const path = `/v1/user/alerts/${encodeURIComponent(params.id)}`;
  try {
    if (textOf(form, "wanted") === "0") await visit.call(`${path}?${new URLSearchParams(wish)}`, { method: "DELETE" });
    else await visit.call(path, { method: "POST", body: { ...wish, option_id: Number(wish.option_id) } });
    return form.has("list") ? redirect(visit.to("/profile/alerts")) : data({ ok: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ ok: false, message: error.message }, error.status);
  }
}
