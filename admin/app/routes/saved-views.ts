import { data } from "react-router";
import { getRequestContext, type RequestContext } from "../api-client/request-context.ts";
import { toFormErrors } from "../api-client/form-errors.ts";
import { readFieldEdits } from "../api-client/field-edits.ts";
import type { ViewActionResult } from "../saved-views/save-view-form.tsx";
import type { Route } from "./+types/saved-views";

/** Saves, renames, moves or deletes a view of a list. */
export async function action({ context, request }: Route.ActionArgs): Promise<ViewActionResult> {
  const requestContext = getRequestContext({ context });
  try {
    await executeAction(requestContext.call, await request.formData());
    return { message: null };
  } catch (error) {
    const { message, conflicts } = toFormErrors(error, requestContext).data;
    return { message, ...(conflicts ? { conflicts } : {}) };
  }
}

async function executeAction(call: RequestContext["call"], form: FormData): Promise<void> {
  const path = form.get("is_shared") === "true" ? "shared-views" : "saved-views";
  const name = String(form.get("name"));
  const viewPath = `${path}/${Number(form.get("id"))}`;
  switch (String(form.get("intent"))) {
    case "create": {
      const body = { resource: form.get("resource"), name, query: form.get("query") };
      await call(path, { method: "POST", body });
      return;
    }
    case "rename": {
      const changes = readFieldEdits(form, ["name"]);
      if (changes["name"]) await call(viewPath, { method: "PATCH", body: { changes } });
      return;
    }
    case "left":
    case "right":
      await call(`${viewPath}/move`, { method: "POST", body: { direction: form.get("intent") } });
      return;
    case "delete":
      await call(viewPath, { method: "DELETE", body: {} });
      return;
    default:
      throw data(null, { status: 400 });
  }
}
