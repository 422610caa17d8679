import { ApiError, visitOf } from "../lib/api.ts";
import { refused, textOf } from "../lib/form-answer.ts";
import { formDataOf } from "../lib/request-body.ts";
import type { Route } from "./+types/analytics-consent";

/** Records what the visitor chose in the consent bar; returns the receipt, or what the API refused, with its status. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await formDataOf(request);
  const given = form.get("given");
  // Anything but the two answers of the consent bar goes to the API as it is, which refuses it.
  const body = { given: given === "1" ? true : given === "" ? false : given, receipt: textOf(form, "receipt") };
  try {
    const path = "/v1/consents/analytics";
    return Response.json(await visitOf({ context }).call<{ receipt: string | null }>(path, { method: "POST", body }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const headers = error.retryAfter === undefined ? {} : { "retry-after": String(error.retryAfter) };
    return Response.json(refused(error), { status: error.status, headers });
  }
}
