import { ApiError, getRequestContext } from "../api-client/request-context.ts";
import { createErrorResult, getFormValue } from "../forms/form-result.ts";
import { parseFormData } from "../forms/request-body.ts";
import type { Route } from "./+types/analytics-consent";

/** Records the choice made in the consent banner. Returns the receipt, or the API's error and status if it refuses. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseFormData(request);
  const given = form.get("given");
  // Any other value is passed on unchanged: the API rejects it with a validation error.
  const body = { given: given === "1" ? true : given === "" ? false : given, receipt: getFormValue(form, "receipt") };
  try {
    const path = "/v1/consents/analytics";
    return Response.json(
      await getRequestContext({ context }).call<{ receipt: string | null }>(path, { method: "POST", body }),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const headers = error.retryAfter === undefined ? {} : { "retry-after": String(error.retryAfter) };
    return Response.json(createErrorResult(error), { status: error.status, headers });
  }
}
