import { redirect } from "react-router";
import { ApiError, getRequestContext, toErrorPage } from "../api-client/request-context.ts";
import { readUndo, storeUndo } from "../api-client/undo-cookie.ts";
import type { Route } from "./+types/undo";

const refusalStatuses = new Set([403, 404, 409, 410]);

/** Undoes the last action of the person, then shows the page of its record. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext({ context });
  const entry = Number((await request.formData()).get("entry"));
  const undo = await readUndo(request);
  if (undo?.entry !== entry) throw redirect(undo?.path ?? "/");
  try {
    await requestContext.call(`audit/${entry}/undo`, { method: "POST" });
    await storeUndo(requestContext, null);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!refusalStatuses.has(error.status)) throw toErrorPage(error, requestContext);
    await storeUndo(requestContext, { ...undo, refusal: error.message });
  }
  throw redirect(undo.path);
}
