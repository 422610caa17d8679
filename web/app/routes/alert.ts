import { data, redirect } from "react-router";
import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import { getFormValue } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import type { Route } from "./+types/alert";

/**
 * Sets an alert for a product (`enabled=1`) or removes it (`enabled=0`). A form submitted without scripts sends `list`
 * and is redirected to the list of alerts.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const formData = await parseFormData(request);
  const alert = { kind: getFormValue(formData, "kind"), option_id: getFormValue(formData, "option_id") || "0" };
  const path = `/v1/user/alerts/${encodeURIComponent(params.id)}`;
  try {
    if (getFormValue(formData, "enabled") === "0")
      await requestContext.call(`${path}?${new URLSearchParams(alert)}`, { method: "DELETE" });
    else await requestContext.call(path, { method: "POST", body: { ...alert, option_id: Number(alert.option_id) } });
    return formData.has("list") ? redirect(requestContext.to("/profile/alerts")) : data({ ok: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ ok: false, message: error.message }, error.status);
  }
}
