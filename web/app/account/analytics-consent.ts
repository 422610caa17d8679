import { ApiError, visitOf } from "../lib/api.ts";
import { textOf } from "../lib/form-answer.ts";
import { formDataOf } from "../lib/request-body.ts";
import type { Route } from "./+types/analytics-consent";

/** Records what the visitor chose in the consent bar; returns the receipt, or the API's message and status if it refuses. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await formDataOf(request);
  const body = { given: textOf(form, "given") === "1", receipt: textOf(form, "receipt") };
  try {
    const path = "/v1/consents/analytics";
    return Response.json(await visitOf({ context }).call<{ receipt: string | null }>(path, { method: "POST", body }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const headers = error.retryAfter === undefined ? {} : { "retry-after": String(error.retryAfter) };
    return Response.json({ message: error.message }, { status: error.status, headers });
  }
}
