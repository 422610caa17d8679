import { listResources, type ListPreferenceChanges } from "@furoshiki/api/admin/saved-views/preferences";
import { data, redirect } from "react-router";
import { toFormErrors } from "../api-client/form-errors.ts";
import { getRequestContext } from "../api-client/request-context.ts";
import { parseReturnPath } from "../http/return-path.ts";
import type { Route } from "./+types/list-preferences";

/** Saves the columns or the row height of a list for the signed-in person, then returns to the list. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const form = await request.formData();
  const resource = listResources.find((one) => one === url.searchParams.get("resource"));
  if (!resource) throw data(null, { status: 400 });
  const density = form.get("density");
  const body: ListPreferenceChanges =
    density === null ? { columns: form.getAll("columns").map(String) } : { is_compact: density === "compact" };
  try {
    await requestContext.call(`me/lists/${resource}`, { method: "PATCH", body });
  } catch (error) {
    throw toFormErrors(error, requestContext);
  }
  return redirect(parseReturnPath(url.searchParams.get("from")));
}
